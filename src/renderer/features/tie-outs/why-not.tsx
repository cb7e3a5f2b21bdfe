import { isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { isOwed, type TieOut, type TieOutLine } from "#shared/model/reports/tie-out.ts";
import { ACCOUNT_CAUSES, type DifferenceAnswer } from "#shared/model/reports/tie-out-causes.ts";
import { withAmounts } from "../../format/amounts/amounts-in-text.ts";
import { formatDay } from "../../format/dates/date.ts";
import { recordWords } from "../../format/labels/record-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import text from "../../styles/text.module.css";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import styles from "./check-panel.module.css";
import type { Turned } from "./report-signs.ts";

const LISTED_MAX = 12;

interface WhyNotProps {
  readonly clientId: string;
  readonly check: TieOut;
  /** One account or contact; all of the check's where it is null. */
  readonly line: TieOutLine | null;
  /** Whether amounts on a subject are shown the other way round. */
  readonly isTurned: Turned;
}

/** What explains a check that is out of balance, or one line of it; nothing where it ties. */
export function useDifferenceAnswers(clientId: string, check: TieOut, line: TieOutLine | null): readonly DifferenceAnswer[] {
  const isFailing = check.outcome === "variance";
  const asked = useCoreQuery("tieOuts.explain", { clientId, asOfDate: check.to, check: check.check }, { enabled: isFailing });
  const all = isFailing ? (asked.data?.find((one) => one.check === check.check)?.answers ?? []) : [];
  return line === null ? all : all.filter((answer) => isAnswerOf(answer, line));
}

/** Whether an answer is about a line. */
export function isAnswerOf(
  { subjectId, currency }: Pick<DifferenceAnswer, "subjectId" | "currency">,
  line: Pick<TieOutLine, "subjectId" | "currency">,
): boolean {
  return subjectId === line.subjectId && currency === line.currency;
}

/** Why it doesn't tie: a sentence for each account or contact, what explains it, and what is left. Nothing where it ties. */
export function WhyNot({ clientId, check, line, isTurned }: WhyNotProps) {
  const answers = useDifferenceAnswers(clientId, check, line).map((answer) =>
    isOwed(check.check) || isTurned(answer.subjectId) ? turned(answer) : answer,
  );
  if (answers.length === 0) return null;
  return (
    <section className={styles.why} aria-label={t("Why it doesn't tie")}>
      <h3>{t("Why it doesn't tie")}</h3>
      {answers.map((answer) => (
        <Answer
          key={`${answer.subjectId} ${answer.currency}`}
          clientId={clientId}
          answer={answer}
          isNamed={line === null && answers.length > 1}
        />
      ))}
    </section>
  );
}

/** The answer with the signs that its subject is shown with. */
function turned(answer: DifferenceAnswer): DifferenceAnswer {
  const parts = answer.parts.map((part) => ({ ...part, effect: negateDecimal(part.effect) }));
  return { ...answer, parts, left: negateDecimal(answer.left) };
}

function Answer({
  clientId,
  answer,
  isNamed,
}: {
  readonly clientId: string;
  readonly answer: DifferenceAnswer;
  readonly isNamed: boolean;
}) {
  const { label, sentence, parts, left, currency } = answer;
  const linkTo = useDocumentLink(clientId);
  const more = parts.length - LISTED_MAX;
  return (
    <div className={styles.whyLine}>
      <p className={text.medium}>
        {isNamed ? <bdi>{`${label}: `}</bdi> : null}
        {withAmounts(sentence)}
      </p>
      {parts.length === 0 ? null : (
        <ul className={styles.whyParts}>
          {parts.slice(0, LISTED_MAX).map(({ id, isDocument, number, date, cause, effect, postings }) => (
            <li key={`${id} ${cause}`}>
              {ACCOUNT_CAUSES.has(cause) || !isDocument || postings !== undefined ? (
                (number ?? recordWords(id))
              ) : (
                <a href={linkTo(id)}>{number ?? recordWords(id)}</a>
              )}{" "}
              <TieOutFigure amount={effect} currency={currency} />
              {postings === undefined ? null : <Entry date={date} postings={postings} currency={currency} />}
            </li>
          ))}
          {more > 0 ? <li className={text.muted}>{t("and {left} more", { left: more })}</li> : null}
        </ul>
      )}
      {isZero(left) ? null : (
        <p className={text.muted}>
          {t("Not explained:")} <TieOutFigure amount={left} currency={currency} />
        </p>
      )}
    </div>
  );
}

interface EntryProps {
  readonly date: DifferenceAnswer["parts"][number]["date"];
  readonly postings: NonNullable<DifferenceAnswer["parts"][number]["postings"]>;
  readonly currency: string | null;
}

/** An entry that the ledger shows as no transaction: its day and what it posts. */
function Entry({ date, postings, currency }: EntryProps) {
  return (
    <table className={panel.table} aria-label={t("Entry")}>
      {date === null ? null : <caption className={text.muted}>{t("Dated {day}. Debits are positive.", { day: formatDay(date) })}</caption>}
      <tbody>
        {postings.map(({ account, amount }) => (
          <tr key={`${account} ${amount}`}>
            <th scope="row">
              <bdi>{account}</bdi>
            </th>
            <td className={panel.end}>
              <TieOutFigure amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
