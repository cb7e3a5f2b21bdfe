import { mkdtempSync, readFileSync, rmSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PEERS } from "./peers.ts";

/**
 * Started by the peers' bench: Actual imports the transactions of a JSON file into one account of a new budget. Prints the milliseconds
 * of the import itself.
 */
interface Actual {
  init(options: { readonly dataDir: string }): Promise<unknown>;
  runImport(name: string, work: () => Promise<void>): Promise<void>;
  createAccount(account: { readonly name: string; readonly offbudget: boolean }, balance: number): Promise<string>;
  importTransactions(accountId: string, transactions: readonly object[]): Promise<{ readonly added: readonly string[] }>;
  shutdown(): Promise<void>;
}

const [, , file = ""] = process.argv;
const transactions = JSON.parse(readFileSync(file, "utf8")) as readonly object[];
const actual = createRequire(join(PEERS, "package.json"))("@actual-app/api") as Actual;
// It tells each step of its work, which is no part of the answer.
console.log = () => undefined;
const dataDir = mkdtempSync(join(tmpdir(), "tieout-bench-actual-"));
await actual.init({ dataDir });
let account = "";
await actual.runImport("bench", async () => {
  account = await actual.createAccount({ name: "Sales", offbudget: true }, 0);
});
const began = performance.now();
const { added } = await actual.importTransactions(account, transactions);
const ms = performance.now() - began;
await actual.shutdown();
rmSync(dataDir, { recursive: true, force: true });
// It counts the splits, too.
if (added.length < transactions.length) throw new Error(`Actual added ${added.length} of ${transactions.length} transactions`);
writeSync(1, `${ms}\n`);
process.exit(0);
