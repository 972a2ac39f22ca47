// Numbers of a report in one block, and a report in the page, as the program writes them.

type Type = 'f32' | 'f64' | 'u16' | 'u32';
const arrays = { f32: Float32Array, f64: Float64Array, u16: Uint16Array, u32: Uint32Array };

export interface View {
  type: Type;
  offset: number;
  length: number;
}

export class Block {
  private readonly parts: Buffer[] = [];
  private size = 0;

  add(type: Type, numbers: ArrayLike<number>): View {
    const array = arrays[type].from(numbers);
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    const view = { type, offset: this.size, length: array.length };
    const padding = (8 - (bytes.length % 8)) % 8;
    this.parts.push(bytes, Buffer.alloc(padding));
    this.size += bytes.length + padding;
    return view;
  }

  base64(): string {
    return Buffer.concat(this.parts).toString('base64');
  }
}

export interface Packed {
  json: string;
  numbers: string;
}

export function inPage(page: string, { json, numbers }: Packed): string {
  const data =
    `<script type="application/json" id="appell-report">${json.replaceAll('<', '\\u003c')}</script>\n` +
    `<script type="text/plain" id="appell-numbers">${numbers}</script>`;
  return page.replace('<!-- appell: data -->', () => data);
}
