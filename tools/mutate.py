#!/usr/bin/env python3
"""Mutation test: changes one named coefficient of the library at a time, builds again, and runs `appell verify`, which
must notice. Part of `./check --release`; takes some seconds per mutation.

usage: mutate.py BUILD_FOLDER [NAME...]
       mutate.py --check

BUILD_FOLDER is a configured build, best with -DAPPELL_UNITY=OFF, so that a mutation recompiles one file. With NAMEs
only those mutations are made. The source files are put back after every mutation, also on an interrupt. --check only says
whether every mutation still finds its text.
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ["appell_cli", "appell_papers_cli"]
MODELS = ["rpr", "puma560"]
ACTUATOR = "actuator = {gear_ratio = 100, rotor_inertia = 2e-5}"

# name: file below appell/ or papers/, text (must occur exactly once), what to put there.
MUTATIONS = {
    "engine-slide": ("engine/batch_kernel.hpp", "d[k + 2] * ((k + 1.0) * (k + 2.0))", "d[k + 2] * ((k + 1.0) * (k + 1.0))"),
    "engine-coriolis": ("engine/batch_kernel.hpp", "(2.0 * (k - j + 1));", "(1.0 * (k - j + 1));"),
    "engine-spin": ("engine/formulas.hpp", "const double next = k + 1;", "const double next = k + 1.001;"),
    "engine-energy": ("engine/energy_recursion.hpp", "x * (x * (0.5 * body.xx)", "x * (x * (0.6 * body.xx)"),
    "engine-high-energy": ("engine/energy_kernel.hpp", "x * (0.5 * body.xx)", "x * (0.6 * body.xx)"),
    "engine-single-moment": ("engine/formulas.hpp", "by_components(B.after, S.zxy)", "by_components(B.after, S.yzx)"),
    "engine-single-slide": ("engine/single_kernel.hpp", "Pack4{rate, -rate, 0.0, 0.0}", "Pack4{rate, rate, 0.0, 0.0}"),
    "engine-change-of-angle": ("engine/formulas.hpp", "sum_c * -kTables.inverse[k]", "sum_c * kTables.inverse[k]"),
    "engine-sine": ("engine/sin_cos.hpp", "8.33333333332248946124e-03", "8.33334333332248946124e-03"),
    "lagrange": (
        "equations/equations_of_motion.cpp",
        "{-1.0, 0, 0, 0, k - 1}",
        "{-1.01, 0, 0, 0, k - 1}",
    ),
    "tsenov-1/m": ("equations/equations_of_motion.cpp", "{1.0 / m, /*p=*/0,", "{1.0 / (m + 1), /*p=*/0,"),
    "tsenov-m+1": ("equations/equations_of_motion.cpp", "{-(m + 1.0) / m,", "{-(m + 2.0) / m,"),
    "catalan-number": (
        "equations/equations_of_motion.cpp",
        "return binomial(2 * p, p) / (p + 1);",
        "return p == 4 ? 9.0 : binomial(2 * p, p) / (p + 1);",
    ),
    "short-form": (
        "equations/equations_of_motion.cpp",
        "binomial(k - 1, s) / binomial(k + 1 - s, s)",
        "binomial(k - 1, s) / binomial(k + 1, s)",
    ),
    "dalembert-leibniz": (
        "equations/equations_of_motion.cpp",
        "sum.add(binomial(d, i) * a.derivative(i)",
        "sum.add(binomial(d + 1, i) * a.derivative(i)",
    ),
    "energy-partial-leibniz": (
        "equations/perturbation.cpp",
        "const double count = taylor::binomial(s, i);",
        "const double count = taylor::binomial(s + 1, i);",
    ),
    "energy-partial-along": (
        "equations/perturbation.cpp",
        "taylor::binomial(n + i, m) * taylor::binomial(d, l)",
        "taylor::binomial(n + i, m) * taylor::binomial(d + 1, l)",
    ),
    "e1-V": ("equations/matrix_energies.cpp", "{1.0, {2}, {1, 1}}", "{0.5, {2}, {1, 1}}"),
    "e2-V": ("equations/matrix_energies.cpp", "{3.0, {3}, {2, 1}}", "{2.0, {3}, {2, 1}}"),
    "e2-H": ("equations/matrix_energies.cpp", "{1.0, {3}, {1, 1, 1}}", "{2.0, {3}, {1, 1, 1}}"),
    "e2-D": ("equations/matrix_energies.cpp", "{4.5, {2, 1}, {2, 1}}", "{4.0, {2, 1}, {2, 1}}"),
    "e2-K": ("equations/matrix_energies.cpp", "{3.0, {2, 1}, {1, 1, 1}}", "{2.0, {2, 1}, {1, 1, 1}}"),
    "e2-N": ("equations/matrix_energies.cpp", "{0.5, {1, 1, 1}, {1, 1, 1}}", "{1.0, {1, 1, 1}, {1, 1, 1}}"),
    "e3-V": ("equations/matrix_energies.cpp", "{4.0, {4}, {3, 1}}", "{3.0, {4}, {3, 1}}"),
    "e3-V*": ("equations/matrix_energies.cpp", "{3.0, {4}, {2, 2}}", "{4.0, {4}, {2, 2}}"),
    "e3-H": ("equations/matrix_energies.cpp", "{6.0, {4}, {2, 1, 1}}", "{5.0, {4}, {2, 1, 1}}"),
    "e3-K*": ("equations/matrix_energies.cpp", "{1.0, {4}, {1, 1, 1, 1}}", "{2.0, {4}, {1, 1, 1, 1}}"),
    "e3-12D": ("equations/matrix_energies.cpp", "{12.0, {3, 1}, {2, 2}}", "{11.0, {3, 1}, {2, 2}}"),
    "e3-24K": ("equations/matrix_energies.cpp", "{24.0, {3, 1}, {2, 1, 1}}", "{23.0, {3, 1}, {2, 1, 1}}"),
    "e3-18N": ("equations/matrix_energies.cpp", "{18.0, {2, 1, 1}, {2, 1, 1}}", "{17.0, {2, 1, 1}, {2, 1, 1}}"),
    "e3-S": ("equations/matrix_energies.cpp", "{0.5, {1, 1, 1, 1}, {1, 1, 1, 1}}", "{0.6, {1, 1, 1, 1}, {1, 1, 1, 1}}"),
    "rotors": (
        "equations/brackets.cpp",
        "sum.add(1.0, rotor_sum(model, left[0], right[0]));",
        "sum.add(2.0, rotor_sum(model, left[0], right[0]));",
    ),
    "explicit-e2-2": (
        "equations/rigid_body_energies.cpp",
        "E.add(2.0 * w.dot(w2.cross(Ip * w1)));",
        "E.add(3.0 * w.dot(w2.cross(Ip * w1)));",
    ),
    "explicit-e2-5": (
        "equations/rigid_body_energies.cpp",
        "E.add(-5.0 * s * energy_product(w1, Ip, w));",
        "E.add(-4.0 * s * energy_product(w1, Ip, w));",
    ),
    "explicit-e3-3": (
        "equations/rigid_body_energies.cpp",
        "E.add(1.0 * w2.dot(w3.cross(Ip * w)));",
        "E.add(3.0 * w2.dot(w3.cross(Ip * w)));",
    ),
    "explicit-e3-5": (
        "equations/rigid_body_energies.cpp",
        "E.add(-5.0 * w.dot(w1) * energy_product(w, I, w3));",
        "E.add(-4.0 * w.dot(w1) * energy_product(w, I, w3));",
    ),
    "spin-term": (
        "equations/rigid_body_energies.cpp",
        "return 0.5 * std::pow(w.squaredNorm(), p)",
        "return std::pow(w.squaredNorm(), p)",
    ),
    "turning-g": ("equations/turning.cpp", ".g = w3 - 4.0 * ww * w1", ".g = w3 - 3.0 * ww * w1"),
    "turning-dyad": ("equations/turning.cpp", "{2.0 * w, w1}", "{w, w1}"),
    "turning-rho": ("equations/turning.cpp", ".rho = 4.0 * w.dot(w2)", ".rho = 3.0 * w.dot(w2)"),
    "angular-partial": (
        "equations/identities.cpp",
        "sum -= binomial(m + k - 2, m) * turned",
        "sum -= 0.0 * binomial(m + k - 2, m) * turned",
    ),
    "placement-by-partials": (
        "equations/identities.cpp",
        "+= binomial(k - 1, r) * D_r *",
        "+= binomial(k, r) * D_r *",
    ),
    "omega-by-partials": (
        "equations/identities.cpp",
        "q.derivative(k - s) / (m + 1) * partials.of_omega(s)",
        "q.derivative(k - s) / (m + 2) * partials.of_omega(s)",
    ),
    "angular-partials": (
        "equations/identities.cpp",
        "(i % 2 == 0 ? 1.0 : -1.0) * binomial(s, i)",
        "(i % 2 == 0 ? 1.0 : -1.0) * binomial(s + 1, i)",
    ),
    "load-arm": (
        "equations/wrenches.cpp",
        "add_force(f.force, X_WF.p, point, sum);",
        "add_force(f.force, point, point, sum);",
    ),
    "static-action": (
        "equations/wrenches.cpp",
        "const double inertia = Delta_m2 * operators.Delta_theta();",
        "const double inertia = Delta_m2;",
    ),
    "static-moment": ("mass/moments.cpp", "return body.mass * (body.p_BBcm - p_BQ);", "return body.mass * body.p_BBcm;"),
    "centrifugal-moment": (
        "mass/moments.cpp",
        "return unit_u.dot(planar_tensor(body, p_BQ) * unit_v);  // Eq. (6)",
        "return unit_u.dot(planar_tensor(body) * unit_v);  // Eq. (6)",
    ),
    "elementary-rotation": (
        "spatial/orientation.cpp",
        "R(static_cast<int>(axis), static_cast<int>(axis)) = 1.0;",
        "R(static_cast<int>(axis), static_cast<int>(axis)) = 1.001;",
    ),
    "bracket-entries": (
        "equations/brackets.cpp",
        "right.transpose() * left;",
        "right.transpose() * left * 1.001;",
    ),
    "operator": ("equations/wrenches.cpp", "(1.0 + 3.0 * Delta);  // Eq. (1)", "(1.0 + 2.0 * Delta);  // Eq. (1)"),
    "wrench-leibniz": (
        "equations/wrenches.cpp",
        "const double count = taylor::binomial(d, m);",
        "const double count = taylor::binomial(d + 1, m);",
    ),
    "jacobian-blocks": (
        "equations/jacobian_blocks.cpp",
        "taylor::binomial(k, a) * taylor::binomial(k - a, b)",
        "taylor::binomial(k, a)",
    ),
    "energy-derivative": (
        "equations/energy_derivatives.cpp",
        "const double count = taylor::binomial(k - 1, a);",
        "const double count = taylor::binomial(k, a);",
    ),
    "fixed-axis-30": ("equations/energy_derivatives.cpp", "add(30.0 * std::pow(w, 4)", "add(31.0 * std::pow(w, 4)"),
    "e3-8D": ("equations/matrix_energies.cpp", "{8.0, {3, 1}, {3, 1}}", "{7.0, {3, 1}, {3, 1}}"),
    "e3-9/2D": ("equations/matrix_energies.cpp", "{4.5, {2, 2}, {2, 2}}", "{4.0, {2, 2}, {2, 2}}"),
    "e3-18K": ("equations/matrix_energies.cpp", "{18.0, {2, 2}, {2, 1, 1}}", "{17.0, {2, 2}, {2, 1, 1}}"),
    "e3-4L": ("equations/matrix_energies.cpp", "{4.0, {3, 1}, {1, 1, 1, 1}}", "{5.0, {3, 1}, {1, 1, 1, 1}}"),
    "e3-3L": ("equations/matrix_energies.cpp", "{3.0, {2, 2}, {1, 1, 1, 1}}", "{4.0, {2, 2}, {1, 1, 1, 1}}"),
    "e3-6G": ("equations/matrix_energies.cpp", "{6.0, {2, 1, 1}, {1, 1, 1, 1}}", "{5.0, {2, 1, 1}, {1, 1, 1, 1}}"),
    "any-p": (
        "equations/matrix_energies.cpp",
        "E.add(0.5 * terms[a].count * terms[b].count,",
        "E.add(0.6 * terms[a].count * terms[b].count,",
    ),
    "explicit-e1-spin": (
        "equations/rigid_body_energies.cpp",
        "E.add(0.5 * w.squaredNorm() * energy_product(w, I, w));",
        "E.add(0.6 * w.squaredNorm() * energy_product(w, I, w));",
    ),
    "explicit-e2-wIw2": (
        "equations/rigid_body_energies.cpp",
        "E.add(-ww * energy_product(w, I, w2));",
        "E.add(-2.0 * ww * energy_product(w, I, w2));",
    ),
    "explicit-e2-2s": (
        "equations/rigid_body_energies.cpp",
        "E.add(2.0 * s * energy_product(w, I, w1));",
        "E.add(3.0 * s * energy_product(w, I, w1));",
    ),
    "explicit-e2-2ww": (
        "equations/rigid_body_energies.cpp",
        "E.add(2.0 * ww * energy_product(w1, Ip, w1));",
        "E.add(3.0 * ww * energy_product(w1, Ip, w1));",
    ),
    "explicit-e2-trace": (
        "equations/rigid_body_energies.cpp",
        "E.add(2.5 * s * s * Ip.trace());",
        "E.add(2.0 * s * s * Ip.trace());",
    ),
    "explicit-e2-w1w1": (
        "equations/rigid_body_energies.cpp",
        "E.add(0.5 * w1.squaredNorm() * energy_product(w, Ip, w));",
        "E.add(0.6 * w1.squaredNorm() * energy_product(w, Ip, w));",
    ),
    "explicit-e2-spin": (
        "equations/rigid_body_energies.cpp",
        "E.add(0.5 * ww * ww * energy_product(w, I, w));",
        "E.add(0.6 * ww * ww * energy_product(w, I, w));",
    ),
    "explicit-e3-first": (
        "equations/rigid_body_energies.cpp",
        "E.add(3.0 * w.dot(w3.cross(Ip * w2)));",
        "E.add(2.0 * w.dot(w3.cross(Ip * w2)));",
    ),
    "explicit-e3-second": (
        "equations/rigid_body_energies.cpp",
        "E.add(3.0 * w1.dot(w3.cross(Ip * w1)));",
        "E.add(2.0 * w1.dot(w3.cross(Ip * w1)));",
    ),
    "explicit-e3-cubic": (
        "equations/rigid_body_energies.cpp",
        "E.add(2.0 * energy_product(w.cross(w3), Ip, w1.cross(w)));",
        "E.add(1.0 * energy_product(w.cross(w3), Ip, w1.cross(w)));",
    ),
    "energy-about-rho": (
        "equations/rigid_body_energies.cpp",
        "E.add(0.5 * B.rho * B.rho * Ip.trace());",
        "E.add(0.6 * B.rho * B.rho * Ip.trace());",
    ),
    "kinetic-derivative": (
        "equations/rigid_body_energies.cpp",
        "E.add(0.5 * binomial(k, b) * binomial(k - b, a),",
        "E.add(0.6 * binomial(k, b) * binomial(k - b, a),",
    ),
    "turning-2s": ("equations/turning.cpp", "- 2.0 * s * w,", "- 3.0 * s * w,"),
    "turning-3ww2": ("equations/turning.cpp", "{3.0 * w, w2}", "{2.0 * w, w2}"),
    "turning-3w1w1": ("equations/turning.cpp", "{3.0 * w1, w1}", "{2.0 * w1, w1}"),
    "turning-cross": ("equations/turning.cpp", "{3.0 * w1.cross(w), w}", "{2.0 * w1.cross(w), w}"),
    "turning-3rho": ("equations/turning.cpp", ".rho = 3.0 * s}", ".rho = 2.0 * s}"),
    "fixed-axis-9": (
        "equations/energy_derivatives.cpp",
        "add(9.0 * w * w * d[2] * d[2]);",
        "add(8.0 * w * w * d[2] * d[2]);",
    ),
    "fixed-axis-24": (
        "equations/energy_derivatives.cpp",
        "add(24.0 * w * d[2] * d[2] * d[3]);",
        "add(23.0 * w * d[2] * d[2] * d[3]);",
    ),
    "translation-c": (
        "equations/energies_by_partials.cpp",
        "E.add(0.5 * body.rigid_mass.mass * c * x_b.dot(y_b));",
        "E.add(body.rigid_mass.mass * c * x_b.dot(y_b));",
    ),
    "spline-constants": (
        "trajectory/spline.cpp",
        "taylor::shift_polynomial(c, -start);  // About τ = 0.",
        "taylor::shift_polynomial(c, -start * 1.001L);  // About τ = 0.",
    ),
    "spline-end-derivative": ("trajectory/spline.cpp", "taylor::factorial(m + 1) * h;", "taylor::factorial(m + 1) * h / 2;"),
    "block-order": (
        "equations/jacobian_blocks.cpp",
        "place(exponential_product(chain, state, i, k - 1), 3, at, blocks.J3);",
        "place(exponential_product(chain, state, i, k - 1), 3, 3 * (n - k + 1), blocks.J3);",
    ),
    "inertia-moment": (
        "equations/newton_euler.cpp",
        "return I * epsilon + taylor::cross(omega, I * omega);",
        "return I * epsilon - taylor::cross(omega, I * omega);",
    ),
    "weight-of-a-body": ("force/joint_wrenches.cpp", "w.force[0] += lift;", "w.force[0] += 0.9 * lift;"),
    "e1-by-partials": (
        "equations/energies_by_partials.cpp",
        "E.add(0.5 * omega.squaredNorm() * omega.dot(I * omega));",
        "E.add(omega.squaredNorm() * omega.dot(I * omega));",
    ),
}


def mutated(text: str, old: str, new: str, file: str) -> str:
    if text.count(old) != 1:
        raise SystemExit(f"{file}: {old!r} occurs {text.count(old)} times; it must occur once")
    return text.replace(old, new)


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def robot_with_rotors(build: str, folder: str) -> str:
    """The first model with a rotor on every revolute joint."""
    file = pathlib.Path(folder) / "rotors.toml"
    run([f"{build}/bin/appell", "convert", MODELS[0], "-o", str(file)])
    file.write_text(file.read_text().replace('type = "revolute"', f'type = "revolute"\n{ACTUATOR}'))
    return str(file)


def outcome(build: str, folder: str) -> str:
    """'noticed by' identities, 'NOT NOTICED', or 'does not build'."""
    made = run(["ninja", "-C", build, *PROGRAMS])
    if made.returncode != 0:
        return "does not build"
    failing: list[str] = []
    for model in [*MODELS, robot_with_rotors(build, folder)]:
        result = run([f"{build}/bin/appell", "verify", model, "--order", "6"])
        if result.returncode not in (0, 1):
            failing.append(f"exit {result.returncode}")
        failing += [line.split()[0] for line in result.stdout.splitlines() if " FAIL" in line]
    return f"noticed by {', '.join(sorted(set(failing))[:4])}" if failing else "NOT NOTICED"


def source_of(file: str) -> pathlib.Path:
    return next(place for folder in ("appell", "papers") if (place := ROOT / folder / file).exists())


def check() -> int:
    for file, old, new in MUTATIONS.values():
        mutated(source_of(file).read_text(), old, new, file)
    print(f"{len(MUTATIONS)} mutations, each finds its text once")
    return 0


def main() -> int:
    if sys.argv[1] == "--check":
        return check()
    build = sys.argv[1]
    names = sys.argv[2:] or list(MUTATIONS)
    failures = 0
    for name in names:
        file, old, new = MUTATIONS[name]
        source = source_of(file)
        original = source.read_text()
        try:
            source.write_text(mutated(original, old, new, file))
            with tempfile.TemporaryDirectory() as folder:
                verdict = outcome(build, folder)
        finally:
            source.write_text(original)
        print(f"{name}: {verdict}", flush=True)
        failures += not verdict.startswith("noticed")
    run(["ninja", "-C", build, *PROGRAMS])
    print(f"{len(names)} mutations, {failures} not noticed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
