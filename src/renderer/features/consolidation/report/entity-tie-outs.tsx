import { useQueries } from "@tanstack/react-query";
import { absoluteDecimal, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import {
  recheckOf,
  type ShownOutcome,
  type ShownTieOutRun,
  shownOutcome,
  type TieOut,
  type TieOutCheck,
  type TieOutOutcome,
  tieOutCountsOf,
} from "#shared/model/reports/tie-out.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { CHECK_WORDS, OUTCOME_WORDS, tiedOutWords } from "../../../format/labels/tie-out-labels.ts";
import { t } from "../../../language/t.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { Chip } from "../../../ui/controls/chip.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { OutcomeChip } from "../../../ui/figures/tie-out-chip.tsx";
import styles from "../group.module.css";

const OPEN: readonly TieOutOutcome[] = ["variance", "cannot_check", "not_run"];

/** Checks of one client that aren't tied out, by how they came out. */
interface OpenChecks {
  readonly outcome: ShownOutcome;
  readonly accepted: boolean;
  /** None where nothing was checked, or everything has to be again. */
  readonly checks: readonly TieOutCheck[];
  /** By how much the only one is off, in the currency of its books. */
  readonly difference?: Difference;
}

interface Difference {
  readonly amount: DecimalString;
  readonly currency: string;
}

type Run = Pick<ShownTieOutRun, "checks" | "recheck" | "rechecking" | "accepted"> | null;

interface RunStanding {
  readonly tied: number;
  /** How many of them by their total alone. */
  readonly totalOnly: number;
  /** How many of them differ by no more than rounding; absent where none does. */
  readonly withinTolerance?: number;
  readonly open: readonly OpenChecks[];
}

/** How many checks of a run are tied out, as *Clients* counts them, and those that aren't, what was accepted last. */
export function runStanding(run: Run): RunStanding {
  const none = (outcome: ShownOutcome) => ({ tied: 0, totalOnly: 0, open: [{ outcome, accepted: false, checks: [] }] });
  if (run === null || run.checks.length === 0) return none("not_run");
  if (run.recheck) return none(shownOutcome("ties", recheckOf(run)));
  const open = [false, true].flatMap((accepted) =>
    OPEN.map((outcome) => {
      const own = run.checks.filter((one) => one.outcome === outcome && run.accepted.includes(one.check) === accepted);
      const [only] = own;
      const difference = outcome === "variance" && only !== undefined && own.length === 1 ? differenceOf(only) : null;
      return { outcome, accepted, checks: own.map(({ check }) => check), ...(difference === null ? {} : { difference }) };
    }),
  );
  const { ties, totalOnly = 0, withinTolerance = 0 } = tieOutCountsOf(run.checks, run.accepted);
  const rounded = withinTolerance === 0 ? {} : { withinTolerance };
  return { tied: ties, totalOnly, ...rounded, open: open.filter(({ checks }) => checks.length > 0) };
}

/** What a check is off by: of the entity that is, or of all books. Null of counts, and where what differs adds up to nothing. */
function differenceOf({ entities = [], ...whole }: TieOut): Difference | null {
  const [off, ...others] = entities.filter(({ outcome }) => outcome === "variance");
  const { difference, currency } = off ?? whole;
  if (others.length > 0 || difference === null || currency === null || isZero(difference)) return null;
  return { amount: absoluteDecimal(difference), currency };
}

type Member = Pick<GroupReport["members"][number], "name" | "clientId" | "entityId">;

/** Whose books aren't tied out: of several entities in one ledger, those that the ledger tells apart, else all of them. */
export function openNames(members: readonly Member[], run: Run): readonly string[] {
  const isOff = ({ entityId }: Member) =>
    run?.checks.some(({ entities }) => entities?.some((one) => one.entityId === entityId && OPEN.includes(one.outcome))) ?? false;
  const off = members.filter(isOff);
  return (off.length === 0 ? members : off).map(({ name }) => name);
}

/** Whether the entities' books agree with their ledgers on the last day: how many tie-outs do, and whose don't. Nothing before that day. */
export function EntityTieOuts({ report }: { readonly report: Pick<GroupReport, "members" | "to"> }) {
  const { members, to } = report;
  const isOver = to <= today();
  const clientIds = isOver ? [...new Set(members.map(({ clientId }) => clientId))] : [];
  const asked = useQueries({
    queries: clientIds.map((clientId) => {
      const input = { clientId, asOfDate: to };
      return { queryKey: ["tieOuts.last", input], queryFn: (): Promise<ShownTieOutRun | null> => call("tieOuts.last", input) };
    }),
  });
  if (!isOver) return null;
  const failure = asked.map(({ error }) => error).find((error) => error instanceof CallFailure);
  if (failure !== undefined) return <FailureNote failure={failure.failure} />;
  if (asked.some(({ data }) => data === undefined)) return <p className={styles.tied} aria-busy="true" />;
  const clients = clientIds.map((clientId, at) => {
    const run = asked[at]?.data ?? null;
    const own = members.filter((member) => member.clientId === clientId);
    const all = own.map(({ name }) => name);
    return { clientId, names: openNames(own, run), all, checks: run?.checks.length ?? 0, ...runStanding(run) };
  });
  return (
    <>
      {clients.map(({ clientId, names, open }) => (
        <OpenTieOuts key={clientId} clientId={clientId} names={names} day={to} open={open} />
      ))}
      <p className={styles.tied}>
        <TiedChip
          ledgers={clients}
          means={t("Tie-outs compare the entities' books in Tieout with their ledgers as of {day}, before translation and eliminations.", {
            day: formatDay(to),
          })}
          of={ledgerWords(members.length, clientIds.length)}
        />
      </p>
    </>
  );
}

/** Whose tie-outs are counted: those of each ledger once, although several entities may share it. */
export function ledgerWords(entities: number, ledgers: number): string {
  if (entities === 1) return t("Tie-outs:");
  if (ledgers === 1) return t("One ledger for {entities, plural, =2 {both entities} other {all # entities}}:", { entities });
  if (entities === ledgers) return t("{ledgers} ledgers:", { ledgers });
  return t("{ledgers} ledgers for {entities} entities:", { ledgers, entities });
}

interface LedgerTieOuts extends Pick<RunStanding, "tied" | "totalOnly" | "withinTolerance"> {
  /** The entities that share the ledger. */
  readonly all: readonly string[];
  readonly checks: number;
}

interface TiedOut {
  readonly word: string;
  readonly each: readonly string[];
  /** Whether all of them are. */
  readonly all: boolean;
}

/** How many tie-outs of the entities' ledgers are tied out, together and ledger by ledger: entities may share one. Null where none is. */
export function tiedOut(ledgers: readonly LedgerTieOuts[]): TiedOut | null {
  const sum = (count: "tied" | "checks" | "totalOnly" | "withinTolerance") =>
    ledgers.reduce((all, ledger) => all + (ledger[count] ?? 0), 0);
  const tied = sum("tied");
  if (tied === 0) return null;
  const counts = { ties: tied, totalOnly: sum("totalOnly"), withinTolerance: sum("withinTolerance") };
  // Of a ledger that was never checked, nobody knows how many there would be.
  const isWhole = ledgers.every(({ checks }) => checks > 0);
  return {
    word: tiedOutWords(counts, isWhole ? sum("checks") : tied),
    each: ledgers.map(({ all, checks, tied: ties, ...part }) => {
      const names = all.join(", ");
      if (checks === 0) return t("{names}: not checked", { names });
      return t("{names}: {tied}", { names, tied: tiedOutWords({ ties, ...part }, checks) });
    }),
    all: isWhole && tied === sum("checks"),
  };
}

interface TiedChipProps {
  readonly ledgers: readonly LedgerTieOuts[];
  readonly means: string;
  readonly of: string;
}

/** How many are tied out; the tip says of which ledgers, unless none is, and what is counted. */
function TiedChip({ ledgers, means, of }: TiedChipProps) {
  const said = tiedOut(ledgers);
  if (said === null)
    return (
      <span className={styles.quiet} title={means}>
        {t("None tied out")}
      </span>
    );
  // Only where nothing is left to do does the sign of what ties say so, and that some tie by their total alone or within tolerance.
  const isPart = ledgers.some(({ totalOnly, withinTolerance = 0 }) => totalOnly + withinTolerance > 0);
  const whole = isPart ? ("partly" as const) : OUTCOME_WORDS.ties.tone;
  const look = said.all ? { tone: whole, proof: whole === OUTCOME_WORDS.ties.tone } : { tone: "neutral" as const, icon: null };
  return <Chip quiet {...look} word={said.word} title={[of, ...said.each, means].join("\n")} />;
}

interface OpenTieOutsProps {
  readonly clientId: string;
  readonly names: readonly string[];
  readonly day: GroupReport["to"];
  readonly open: readonly OpenChecks[];
}

/** Each outcome, first what it is, with the one check that has it, or with how many have. */
function OpenTieOuts({ clientId, names, day, open }: OpenTieOutsProps) {
  const name = names.join(", ");
  return (
    <>
      {open.map(({ outcome, accepted, checks, difference }) => {
        const [check, ...others] = checks;
        const only = others.length === 0 ? check : undefined;
        return (
          <p key={`${outcome} ${accepted}`} className={styles.tied}>
            <OutcomeChip outcome={outcome} accepted={accepted} {...(checks.length > 1 ? { count: checks.length } : {})} />{" "}
            {difference === undefined ? null : <Money {...difference} showCurrency />}{" "}
            <a href={`#${recordAddress(clientId, "tie-outs", only === undefined ? day : `${day}~${only}`)}`}>
              {only === undefined ? name : t("{name}, {check}", { name, check: insideSentence(CHECK_WORDS[only].word) })}
            </a>
          </p>
        );
      })}
    </>
  );
}
