import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { call } from "../../../api/client.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { Figure, NoFigure } from "../../../ui/figures/figure.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { MATCH_STATES, type MatchedBill, type OrderMatch, outstandingText, SOURCE_TIPS } from "../check-labels.ts";
import styles from "../checks.module.css";
import { ReasonWords } from "../reason-words.tsx";
import { MatchDialog } from "./match-dialog.tsx";
import { MatchLines } from "./match-lines.tsx";
import rows from "./match-rows.module.css";

interface MatchRowsProps {
  readonly clientId: string;
  readonly match: OrderMatch;
  /** Whether any order in the list is overbilled, since a column that holds nothing is left out. */
  readonly isOver: boolean;
  /** Whether any bill in the list can be confirmed, rejected or undone. */
  readonly hasActs: boolean;
  /** Whether amounts name their currency: where all have one, the line above the table does. */
  readonly showCurrency: boolean;
}

/** One order: its result and its bills, which are always in sight, and its lines when expanded. */
export function MatchRows({ clientId, match, isOver, hasActs, showCurrency }: MatchRowsProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const state = MATCH_STATES[match.state];
  const { currency } = match;
  const name = match.number ?? t("without a number");
  return (
    <tbody className={rows.order}>
      <tr>
        <th scope="row" className={rows.name}>
          <span className={textStyles.name}>{match.number ?? t("No number")}</span>
          {/* Named for what it opens: the bills below the order aren't folded. */}
          <button
            type="button"
            data-printed=""
            className={rows.toggle}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t("Lines of order {name}", { name })}
            onClick={() => setOpen(!open)}
          >
            {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            {t("Lines")}
          </button>
        </th>
        <td className={rows.vendor}>{match.party?.name ?? "–"}</td>
        <td className={textStyles.unbroken}>{formatDay(match.date)}</td>
        <td className={styles.figure}>
          <Money amount={match.orderedNet} currency={currency} showCurrency={showCurrency} />
          <WithTax amount={match.total} currency={currency} />
        </td>
        <td className={styles.figure}>
          <Figure amount={match.billedNet} currency={currency} showCurrency={showCurrency} />
        </td>
        {isOver ? <OverBilled match={match} showCurrency={showCurrency} /> : null}
        <td>
          <Chip tone={state.tone} word={state.word} title={[state.means, ...match.reasons].join("\n")} quiet />
          {/* Of any other order, its bills below say how they are known. */}
          {match.source === "ledger" ? (
            <span className={rows.tracked} title={SOURCE_TIPS.ledger}>
              {t("Tracked in ledger")}
            </span>
          ) : null}
        </td>
        {hasActs ? <td /> : null}
      </tr>
      {match.bills.map((bill) => (
        <BillRow key={bill.id} {...{ clientId, match, bill, isOver, hasActs, showCurrency }} />
      ))}
      {open ? (
        <tr id={id}>
          <td colSpan={6 + (isOver ? 1 : 0) + (hasActs ? 1 : 0)} className={rows.lines}>
            <MatchLines clientId={clientId} match={match} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function OverBilled({ match: { overBilled, currency }, showCurrency }: Pick<MatchRowsProps, "match" | "showCurrency">) {
  return (
    <td className={styles.figure}>
      {overBilled === null ? (
        <NoFigure word="–" />
      ) : (
        <strong className={textStyles.failed}>
          <Money amount={overBilled} currency={currency} showCurrency={showCurrency} />
        </strong>
      )}
    </td>
  );
}

/** The amounts compared exclude tax; this shows the amount including tax below. */
function WithTax({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return (
    <div className={rows.withTax}>
      <Sentence text="with tax {amount}" values={{ amount: <Money amount={amount} currency={currency} /> }} />
    </div>
  );
}

const HOW_LABELS: Readonly<Record<MatchedBill["how"], string>> = {
  linked: t("Linked in ledger"),
  confirmed: t("Confirmed"),
  proposed: t("Suggested"),
  refused: t("Rejected"),
};

/** What a bill's words mean, where someone may ask. */
const HOW_TIPS: Readonly<Partial<Record<MatchedBill["how"], string>>> = {
  linked: SOURCE_TIPS.computed,
  confirmed: SOURCE_TIPS.confirmed,
  proposed: SOURCE_TIPS.proposed,
};

function BillRow({ clientId, match, bill, isOver, hasActs, showCurrency }: MatchRowsProps & { readonly bill: MatchedBill }) {
  const score = bill.score === null || bill.how !== "proposed" ? "" : t(", match score {score} of 100", { score: bill.score });
  // Of a linked bill the reason is what its label says.
  const reasons = bill.how === "linked" ? [] : bill.reasons;
  // Where the ledger tracks quantities, Tieout calculates no variances from its links.
  const tip = match.source === "ledger" ? undefined : HOW_TIPS[bill.how];
  return (
    <tr className={rows.bill}>
      <td colSpan={2} className={rows.billName}>
        <span className={textStyles.muted}>{t("Bill")}</span>{" "}
        <a href={`#${documentAddress(clientId, bill.id)}`}>{bill.number ?? t("without a number")}</a>{" "}
        <span className={rows.open}>{outstandingText(bill)}</span>
      </td>
      <td className={textStyles.unbroken}>{formatDay(bill.date)}</td>
      <td />
      <td className={styles.figure}>
        <Money amount={bill.net} currency={bill.currency} showCurrency={showCurrency} />
        <WithTax amount={bill.total} currency={bill.currency} />
      </td>
      {isOver ? <td /> : null}
      <td className={rows.words}>
        <span title={tip}>
          {HOW_LABELS[bill.how]}
          {score}
        </span>
        {reasons.length === 0 ? null : (
          <span className={textStyles.mutedSmall}>
            : <ReasonWords text={withAmounts(reasons.join("; "))} />
          </span>
        )}
        {bill.decided === null ? null : (
          <span className={rows.decided}>
            <DecidedBy verb={HOW_LABELS[bill.how].toLowerCase()} person={bill.decided.person} at={bill.decided.at} />
          </span>
        )}
      </td>
      {hasActs ? (
        <td>
          <BillActs clientId={clientId} match={match} bill={bill} />
        </td>
      ) : null}
    </tr>
  );
}

/** Pairs made by the ledger can't be changed here; a person's decision can be undone. */
function BillActs({ clientId, match, bill }: { readonly clientId: string; readonly match: OrderMatch; readonly bill: MatchedBill }) {
  const { perform, pending } = useActs(clientId);
  const [asking, setAsking] = useState(false);
  if (bill.how === "linked") return null;
  const input = { clientId, orderId: match.orderId, billId: bill.id };
  const pair = t("Match of bill {number} to order {order}", {
    number: bill.number ?? t("without a number"),
    order: match.number ?? t("without a number"),
  });
  const undo = () => call("matches.undo", input);
  const decide = (method: "matches.confirm" | "matches.refuse", verb: string) =>
    void perform({ key: bill.id, words: `${pair} ${verb}.`, run: () => call(method, input), undo });
  const busy = pending !== null;
  if (bill.how === "proposed")
    return (
      <span className={rows.acts}>
        <Button needs="preparer" disabled={busy} aria-label={t("Confirm: {pair}", { pair })} onClick={() => setAsking(true)}>
          {t("Confirm…")}
        </Button>
        <Button
          needs="preparer"
          kind="quiet"
          disabled={busy}
          aria-label={t("Reject: {pair}", { pair })}
          onClick={() => decide("matches.refuse", t("rejected"))}
        >
          {t("Reject")}
        </Button>
        {asking ? (
          <MatchDialog
            clientId={clientId}
            match={match}
            bill={bill}
            onClose={() => setAsking(false)}
            onConfirm={() => decide("matches.confirm", t("confirmed"))}
          />
        ) : null}
      </span>
    );
  const again = bill.how === "confirmed" ? "matches.confirm" : "matches.refuse";
  return (
    <Button
      needs="preparer"
      disabled={busy}
      aria-label={t("Undo: {pair} {how}", { pair, how: HOW_LABELS[bill.how].toLowerCase() })}
      onClick={() =>
        void perform({ key: bill.id, words: t("{pair}: decision undone.", { pair }), run: undo, undo: () => call(again, input) })
      }
    >
      {t("Undo")}
    </Button>
  );
}
