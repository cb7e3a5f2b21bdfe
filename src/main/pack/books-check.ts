import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import { addDecimals, compareDecimals, type DecimalString, decimal, isDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { PackManifest, PackProblem } from "#shared/model/close/pack.ts";
import { PackUnreadable } from "./archive/pack-unreadable.ts";

const TRIAL_BALANCE = "04_extract/trial_balance.csv";
const GENERAL_LEDGER = "04_extract/gl.csv";
/** More than any chart of accounts; a hostile pack must not fill the memory. */
const ACCOUNTS_MAX = 200_000;
const NAME_CHARS_MAX = 500;
const ZERO = decimal("0");

/** What the figures must hold among themselves: each row of the trial balance adds up, and the ledger explains its movement. */
export class BooksCheck {
  readonly #movements = new Map<string, DecimalString>();
  readonly #posted = new Map<string, ExactSum>();
  readonly #broken: string[] = [];

  /** Takes a row of any extract; the others are passed by. @throws PackUnreadable when there are more accounts than any chart has */
  row(file: string, header: readonly string[], cells: readonly string[]): void {
    if (file !== TRIAL_BALANCE && file !== GENERAL_LEDGER) return;
    const text = (name: string) => cells[header.indexOf(name)] ?? "";
    const named = (name: string) => text(name).slice(0, NAME_CHARS_MAX);
    const amount = (name: string): DecimalString => {
      const value = text(name);
      return isDecimal(value) ? value : ZERO;
    };
    const account = named("accountId");
    if (Math.max(this.#posted.size, this.#movements.size, this.#broken.length) > ACCOUNTS_MAX)
      throw new PackUnreadable(`${file} has more than ${ACCOUNTS_MAX.toLocaleString("en-US")} accounts`);
    if (file === GENERAL_LEDGER) {
      const sum = this.#posted.get(account) ?? new ExactSum();
      this.#posted.set(account, sum);
      sum.add(subtractDecimals(amount("debit"), amount("credit")));
      return;
    }
    const movement = subtractDecimals(amount("debit"), amount("credit"));
    if (compareDecimals(addDecimals(amount("opening"), movement), amount("balance")) !== 0) this.#broken.push(named("account"));
    if (text("kind") === "account") this.#movements.set(account, movement);
  }

  problems(manifest: Pick<PackManifest, "ledgerExplainsTrialBalance">): PackProblem[] {
    const problems = this.#broken.map(
      (account): PackProblem => ({
        file: TRIAL_BALANCE,
        kind: "control_total",
        message: `for account ${account}, the opening balance plus the movement doesn't equal the closing balance`,
      }),
    );
    if (!manifest.ledgerExplainsTrialBalance) return problems;
    for (const [account, movement] of this.#movements) {
      const posted = this.#posted.get(account)?.value() ?? ZERO;
      if (compareDecimals(posted, movement) !== 0)
        problems.push({
          file: GENERAL_LEDGER,
          kind: "control_total",
          message: `the postings of account ${account} add up to ${posted}, but its movement in the trial balance is ${movement}`,
        });
    }
    return problems;
  }
}
