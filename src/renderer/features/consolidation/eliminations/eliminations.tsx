import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { ConsolidatedMember, Elimination, EliminationSide, GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDay, withDays } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useBarMonth } from "../../../state/period/selected-range.ts";
import { useNow } from "../../../state/window/now.ts";
import { clientAddress } from "../../../state/window/screen-address.ts";
import link from "../../../styles/link.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { TreeEditor } from "../entities/tree-editor.tsx";
import styles from "../group.module.css";
import { groupAddress, OUTCOME_WORDS } from "../group-labels.ts";
import { NoReport } from "../report/no-report.tsx";

type AmountColumn = readonly [name: string, amount: (member: ConsolidatedMember) => DecimalString];

const AMOUNTS: readonly AmountColumn[] = [
  [t("Net income, YTD"), ({ result }) => result],
  [t("Equity"), ({ equity }) => equity],
  [t("Translation adjustment"), ({ translationDifference }) => translationDifference],
  [t("Noncontrolling interest in net income"), ({ minorityResult }) => minorityResult],
  [t("Noncontrolling interest in equity"), ({ minorityEquity }) => minorityEquity],
];

/** The members with their shares, and the outcome for each pair of members. */
export function Eliminations({ tree }: { readonly tree: EntityTreeVersion }) {
  const month = useBarMonth(null);
  const query = useCoreQuery("groups.report", { treeId: tree.treeId, period: month, statement: "trial-balance" });
  // The tree can be changed even when figures can't be shown.
  if (query.error !== null)
    return (
      <>
        <div className={styles.above}>
          <NoReport tree={tree} failure={query.error} />
        </div>
        <TreeEditor key={tree.version} start={tree.tree} version={tree.version} fresh={false} />
      </>
    );
  return (
    <ScrollSection className={styles.content} aria-label={t("Eliminations")}>
      <QueryAnswer query={query} label={t("entities")}>
        {(report) => (
          <>
            <Members report={report} />
            <Pairs tree={tree} report={report} />
          </>
        )}
      </QueryAnswer>
    </ScrollSection>
  );
}

function Members({ report }: { readonly report: GroupReport }) {
  const { members, currency, to } = report;
  const amounts = AMOUNTS.filter(([, amount]) => members.some((member) => !isZero(amount(member))));
  const isShared = members.some(({ minorityResult, minorityEquity }) => !isZero(minorityResult) || !isZero(minorityEquity));
  return (
    <section aria-label={t("Entities")}>
      <h2 className={styles.title}>{t("Entities as of {to}, in {currency}", { to: formatDay(to), currency })}</h2>
      <p className={styles.quiet}>
        {isShared
          ? t("Each entity below is included in full. Noncontrolling interest in net income and equity is shown separately.")
          : t("Each entity below is included in full.")}
      </p>
      <table className={classes(styles.table, styles.records)} aria-label={t("Entities of the group")}>
        <thead>
          <tr>
            <th scope="col">{t("Entity")}</th>
            <th scope="col">{t("Functional currency")}</th>
            <th scope="col" className={styles.end}>
              {t("Group's share")}
            </th>
            {amounts.map(([name]) => (
              <th key={name} scope="col" className={classes(styles.end, styles.overDigits)}>
                <span className={styles.columnName}>{name}</span>
              </th>
            ))}
            <th scope="col">{t("YTD from")}</th>
            <th scope="col">{t("Synced")}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.nodeId} member={member} currency={currency} amounts={amounts} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MemberRowProps {
  readonly member: ConsolidatedMember;
  readonly currency: string;
  readonly amounts: readonly AmountColumn[];
}

function MemberRow({ member, currency, amounts }: MemberRowProps) {
  const nowMs = useNow();
  return (
    <tr>
      <th scope="row">
        <a className={link.link} href={`#${clientAddress(member.clientId, "statements")}`}>
          {member.name}
        </a>
      </th>
      <td>{member.functionalCurrency}</td>
      <td className={styles.end}>{`${formatNumeral(member.ownership)}%`}</td>
      {amounts.map(([name, amount]) => (
        <td key={name} className={styles.end}>
          <Figure amount={amount(member)} currency={currency} />
        </td>
      ))}
      <td>{formatDay(member.countsFrom)}</td>
      <td>
        <AsOf alone instant={member.asOf} nowMs={nowMs} none={t("Not fully synced yet")} />
      </td>
    </tr>
  );
}

interface PairsProps {
  readonly tree: EntityTreeVersion;
  readonly report: Pick<GroupReport, "eliminations" | "currency">;
}

/** The outcome for each pair. */
export function Pairs({ tree, report }: PairsProps) {
  const { eliminations, currency } = report;
  const hasDifferences = !eliminations.every(isRemainder);
  if (eliminations.length === 0)
    return (
      <EmptyState title={t("No elimination pairs yet")}>
        <p>
          {t(
            "A pair covers the intercompany balances and charges between two entities, or one entity's investment in the other. Matching amounts are eliminated.",
          )}
        </p>
        <p>
          <a href={`#${groupAddress(tree.treeId, "tree")}`}>{t("Add pairs in the entity tree")}</a>
        </p>
      </EmptyState>
    );
  return (
    <section aria-label={t("Eliminations")}>
      <h2 className={styles.title}>{t("Eliminations in {currency}, debits positive", { currency })}</h2>
      <table className={classes(styles.table, styles.records)} aria-label={t("Elimination pairs")}>
        <thead>
          <tr>
            <th scope="col">{t("Pair")}</th>
            <th scope="col">{t("Result")}</th>
            <th scope="col">{t("Entity")}</th>
            {[t("Balance"), t("Eliminated"), t("Remaining"), ...(hasDifferences ? [t("Difference")] : [])].map((name) => (
              <th key={name} scope="col" className={classes(styles.end, styles.overDigits)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {eliminations.map((pair) => (
          <PairRows key={pair.pairId} pair={pair} tree={tree} currency={currency} hasDifference={hasDifferences} />
        ))}
      </table>
    </section>
  );
}

interface PairRowsProps {
  readonly pair: Elimination;
  readonly tree: EntityTreeVersion;
  readonly currency: string;
  /** The table has the differences of the pairs in a column of their own. */
  readonly hasDifference: boolean;
}

function PairRows({ pair, tree, currency, hasDifference }: PairRowsProps) {
  const { word, tone, means } = OUTCOME_WORDS[pair.outcome];
  const side = ({ nodeId, balance, eliminated, left }: EliminationSide) => (
    <>
      {/* The tree knows those that aren't members at that day, or have no books, too. */}
      <td>{tree.tree.nodes.find((node) => node.id === nodeId)?.name ?? nodeId}</td>
      {[balance, eliminated].map((amount, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns that never move
        <td key={at} className={styles.end}>
          <Figure amount={amount} currency={currency} />
        </td>
      ))}
      <td className={offClass(left)}>
        <Figure amount={left} currency={currency} />
      </td>
    </>
  );
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowSpan={2}>
          <span className={styles.pairName}>{pair.name}</span>
          <div className={styles.quiet}>
            {pair.kind === "investment" ? t("Investment and equity") : t("Intercompany balances or charges")}
          </div>
        </th>
        <td rowSpan={2}>
          <Chip quiet tone={tone} word={word} title={means} />
          {pair.reason === null ? null : <div className={classes(styles.quiet, styles.reason)}>{withDays(pair.reason)}</div>}
        </td>
        {side(pair.a)}
        {hasDifference ? (
          <td rowSpan={2} className={offClass(pair.difference)}>
            <Figure amount={pair.difference} currency={currency} />
          </td>
        ) : null}
      </tr>
      <tr>{side(pair.b)}</tr>
    </tbody>
  );
}

/**
 * Whether a pair's difference, the sum of what remains of both sides, is only what remains of one of them: the usual case. Where all are, a
 * column of differences would say the same again.
 */
function isRemainder({ a, b }: Elimination): boolean {
  return [a, b].some(({ left }) => left === null || isZero(left));
}

/** What wasn't eliminated stands out. */
function offClass(amount: DecimalString | null): string {
  return classes(styles.end, amount !== null && !isZero(amount) && styles.off);
}
