import { amountWriter, type Chart, isEarned, ZERO } from "#main/domain/postings/account-sum.ts";
import { isRevaluation } from "#main/domain/postings/revaluation.ts";
import { HELD_KINDS, type HeldKind, heldKindOf } from "#main/domain/schedules/account-kinds.ts";
import type { WholeEntry } from "#main/domain/statements/cash-flow.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { LEDGER } from "#main/store/postings/post-records.ts";
import { recordIds } from "#main/store/postings/posting-records.ts";
import { postingOrigin } from "#main/store/postings/posting-source.ts";
import { postingSums } from "#main/store/postings/posting-sums.ts";
import { type DatedEntry, wholeEntries } from "#main/store/statements/whole-entries.ts";
import { addDays, type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  isZero,
  negateDecimal,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";
import type { ScheduleSetting } from "./schedule-balances.ts";

type HoldingsSetting = Pick<ScheduleSetting, "reader" | "books" | "period">;

/** What the accounts of one kind hold, with the sign of a balance sheet. */
export interface Held {
  readonly kind: HeldKind;
  readonly accountIds: readonly string[];
  /** Before the period, and at its end. */
  readonly opening: DecimalString;
  readonly closing: DecimalString;
  /** Some account of the kind has a balance on one of these days, although they may add up to zero. */
  readonly hasBalance: boolean;
}

export interface Holdings {
  readonly held: readonly Held[];
  /** Every account with a balance before the period or at its end; null where it isn't known, or may not be all. */
  readonly accounts: readonly StatementAccount[];
}

/** What the ledger's account types say is held over months, whatever basis the statements have; null before everything was read once. */
export function ledgerHoldings(setting: HoldingsSetting): Holdings | null {
  const { reader, books, period } = setting;
  const chart = chartOf(reader);
  const isUnread = prepared(reader.db, "SELECT 1 FROM stream WHERE first_completed_ms IS NULL LIMIT 1").get() !== undefined;
  if (isUnread || chart.size === 0) return null;
  const opening = balancesAt(setting, addDays(period.start, -1));
  const closing = balancesAt(setting, period.end);
  const write = amountWriter(books.baseCurrency);
  const held = HELD_KINDS.map((kind): Held => {
    const accountIds = [...chart.values()].filter(({ type }) => heldKindOf(type) === kind).map(({ id }) => id);
    const total = (balances: Balances) => {
      const sum = sumDecimals([ZERO, ...accountIds.flatMap((id) => balances.get(id) ?? [])]);
      return write(kind === "deferred_revenue" ? negateDecimal(sum) : sum);
    };
    const hasBalance = accountIds.some((id) => opening.has(id) || closing.has(id));
    return { kind, accountIds, opening: total(opening), closing: total(closing), hasBalance };
  });
  const accounts = [...new Set([...opening.keys(), ...closing.keys()])].map((id) => (id === null ? null : (chart.get(id) ?? null)));
  return { held, accounts: lacksSomething(setting) ? [...accounts, null] : accounts };
}

type Balances = ReadonlyMap<string | null, DecimalString>;

/** Whether records that figures are put together from lacked something by then. */
function lacksSomething({ reader, period }: HoldingsSetting): boolean {
  if (postingOrigin(reader) === LEDGER) return false;
  return prepared(reader.db, "SELECT 1 FROM posting_gap WHERE day <= ? LIMIT 1").get(dayNumber(period.end)) !== undefined;
}

/** Accounts with a balance; null is what no account is known for. */
function balancesAt(setting: HoldingsSetting, to: CalendarDate): Balances {
  const sums = postingSums(setting.reader, { from: null, to, ...entityOf(setting) });
  return new Map(sums.flatMap(({ accountId, net }) => (isZero(net) ? [] : [[accountId, net] as const])));
}

/** Figures that are put together from records are of the company as a whole. */
function entityOf({ reader, books: { entityId } }: HoldingsSetting): { readonly entityId?: string } {
  return entityId === undefined || postingOrigin(reader) !== LEDGER ? {} : { entityId };
}

/** A journal that takes an amount off what is held, to income or expenses. */
export interface Release {
  readonly name: string;
  /** Null where the ledger has no transaction for it. */
  readonly documentId: string | null;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
}

interface Moved {
  /** The accounts with their amounts, by which a journal that reverses another is found. */
  readonly key: string;
  /** A debit of the accounts is positive. */
  readonly amount: DecimalString;
}

/**
 * The journals of the period that reduce what is held, and do nothing else on its accounts: a journal that sells or reclassifies an asset
 * debits some of them, or has proceeds. One that was voided, or that another journal reverses, isn't among them.
 */
export function releasesOf(setting: HoldingsSetting, { kind, accountIds }: Pick<Held, "kind" | "accountIds">): Release[] {
  const { reader, books, period } = setting;
  const chart = chartOf(reader);
  const entries = wholeEntries(reader, accountIds, { from: period.start, to: period.end, ...entityOf(setting) });
  const onAccounts = new Set(accountIds);
  // A feed may keep the entry of a journal that was voided, and add its opposite.
  const byRecord = Map.groupBy(entries, ({ documentId, recNo }) => documentId ?? recNo);
  const releases: (Moved & { readonly entry: DatedEntry })[] = [];
  const reversals: string[] = [];
  for (const own of byRecord.values()) {
    const [entry] = own;
    if (entry === undefined || !entry.kind.isJournal) continue;
    const moved = movedBy({ ...entry, postings: own.flatMap(({ postings }) => postings) }, onAccounts, chart);
    if (moved === null) continue;
    const isRelease = moved.amount.startsWith("-") !== (kind === "deferred_revenue");
    if (isRelease) releases.push({ ...moved, entry });
    else reversals.push(moved.key);
  }
  for (const key of reversals) {
    const at = releases.findIndex((one) => one.key === key);
    if (at >= 0) releases.splice(at, 1);
  }
  const write = amountWriter(books.baseCurrency);
  return releases.map(({ entry, amount }) => ({ ...namedEntry(reader, entry), date: entry.date, amount: write(absoluteDecimal(amount)) }));
}

/** What an entry moves between some accounts and income or expenses; null where it moves anything else on them, or only revalues them. */
function movedBy({ kind, postings }: WholeEntry, accountIds: ReadonlySet<string>, chart: Chart): Moved | null {
  const sums = [...Map.groupBy(postings, ({ accountId }) => accountId)]
    .map(([id, lines]) => ({ id, amount: sumDecimals(lines.map(({ amount }) => amount)) }))
    .filter(({ amount }) => !isZero(amount));
  const isOwn = ({ id }: { readonly id: string | null }) => id !== null && accountIds.has(id);
  const own = sums.filter(isOwn);
  const others = sums
    .filter((one) => !isOwn(one))
    .map(({ id, amount }) => ({ amount, account: id === null ? null : (chart.get(id) ?? null) }));
  const amount = sumDecimals([ZERO, ...own.map((one) => one.amount)]);
  const earned = sumDecimals([ZERO, ...others.filter(({ account }) => isEarned(account)).map((one) => one.amount)]);
  const isCredit = amount.startsWith("-");
  if (isZero(amount) || own.some((one) => one.amount.startsWith("-") !== isCredit)) return null;
  if (earned.startsWith("-") === isCredit || compareDecimals(absoluteDecimal(earned), absoluteDecimal(amount)) < 0) return null;
  const accounts = others.map(({ account }) => account);
  if (isRevaluation(kind, accounts)) return null;
  const key = own.map((one) => `${one.id} ${canonicalDecimal(absoluteDecimal(one.amount))}`).sort();
  return { key: key.join("\n"), amount };
}

function namedEntry(reader: MirrorReader, { documentId, recNo }: DatedEntry): Pick<Release, "name" | "documentId"> {
  const id = documentId ?? recordIds(reader, [recNo])[0] ?? null;
  const name = id === null ? null : documentNameOf(reader, id, "short");
  return name === null ? { name: "Journal", documentId: null } : { name, documentId: id };
}
