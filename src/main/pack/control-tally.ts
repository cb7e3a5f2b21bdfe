import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import { type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import type { ControlTotal } from "#shared/model/close/pack.ts";
import { PackUnreadable } from "./archive/pack-unreadable.ts";

/** Which columns of a CSV are added up, in groups of equal `by` columns; rows are counted in the same groups. */
export interface ControlPlan {
  readonly sums: readonly string[];
  readonly by: readonly string[];
  /** No limit unless given. */
  readonly groupsMax?: number;
}

interface Group {
  readonly where: Readonly<Record<string, string>>;
  readonly sums: readonly ExactSum[];
  count: number;
}

/** Adds up a CSV row by row from its text, so that anyone with the file gets the same result. */
export class ControlTally {
  readonly #file: string;
  readonly #plan: ControlPlan;
  readonly #by: readonly number[];
  readonly #sums: readonly number[];
  readonly #groups = new Map<string, Group>();
  #rows = 0;

  constructor(file: string, header: readonly string[], plan: ControlPlan) {
    this.#file = file;
    this.#plan = plan;
    this.#by = plan.by.map((name) => header.indexOf(name));
    this.#sums = plan.sums.map((name) => header.indexOf(name));
  }

  get rows(): number {
    return this.#rows;
  }

  /** @throws PackUnreadable when there are more groups than the plan allows */
  add(cells: readonly string[]): void {
    this.#rows++;
    const values = this.#by.map((at) => cells[at] ?? "");
    const key = values.join("\u0000");
    let group = this.#groups.get(key);
    if (group === undefined) {
      if (this.#groups.size >= (this.#plan.groupsMax ?? Number.POSITIVE_INFINITY))
        throw new PackUnreadable(`${this.#file} has far more groups of rows than there are control totals in the manifest`);
      const where = Object.fromEntries(this.#plan.by.map((name, at) => [name, values[at] ?? ""]));
      group = { where, sums: this.#sums.map(() => new ExactSum()), count: 0 };
      this.#groups.set(key, group);
    }
    group.count++;
    for (const [at, column] of this.#sums.entries()) {
      const text = cells[column] ?? "";
      if (isDecimal(text)) group.sums[at]?.add(text);
    }
  }

  /** By group; of each the count, then the sums. */
  totals(): ControlTotal[] {
    const file = this.#file;
    const groups = [...this.#groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
    const whole: ControlTotal = { file, column: null, where: {}, value: String(this.#rows) as DecimalString };
    const parts = groups.flatMap(({ where, sums, count }): ControlTotal[] => [
      ...(this.#plan.by.length === 0 ? [] : [{ file, column: null, where, value: String(count) as DecimalString }]),
      ...sums.map((sum, at) => ({ file, column: this.#plan.sums[at] ?? "", where, value: sum.value() })),
    ]);
    return [whole, ...parts];
  }
}
