import { useId, useState } from "react";
import type { FluxReview, FluxRow, FluxStamp } from "#shared/contract/reports/flux.ts";
import { compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import { call } from "../../api/client.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { useIsMe, useMayAs } from "../../state/window/current-role.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import { PinEntered } from "../../ui/notes/pin-entered.tsx";
import { WaitingToSync } from "../../ui/notes/waiting-to-sync.tsx";
import styles from "./flux.module.css";
import { counts, SIGNING_ROLES, signBar, signNotes } from "./sign-bar.ts";
import { useFluxActs } from "./use-flux-acts.ts";

/** Who signed these figures. A stamp whose figures have moved stays, and says what moved them. */
export function Stamps({ review, row }: { readonly review: FluxReview; readonly row: FluxRow }) {
  const [returning, setReturning] = useState(false);
  const { clientId, period, comparison } = review;
  const { perform, pending } = useActs(clientId);
  const { sign, pending: signing } = useFluxActs(review);
  const isMe = useIsMe();
  const mays = { preparer: useMayAs("preparer"), reviewer: useMayAs("reviewer") };
  const notes = signNotes(row, isMe, mays);
  const id = useId();
  const target = { clientId, period: period.id, comparison, accountId: row.accountId };
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  return (
    <section className={styles.section} aria-label={t("Sign-offs")}>
      <h3>{t("Sign-offs")}</h3>
      {row.stamps.length === 0 ? <p className={textStyles.muted}>{t("No one has signed off on this account yet.")}</p> : null}
      <ul className={styles.stamps}>
        {row.stamps.map((stamp) => (
          <Stamp key={`${stamp.role} ${stamp.decisionNo}`} review={review} row={row} stamp={stamp} />
        ))}
      </ul>
      <SignNotes id={id} notes={notes} />
      <div className={styles.acts}>
        {SIGNING_ROLES.map((role) => (
          <Button
            key={role}
            needs={role}
            data-key="sign"
            disabled={pending !== null || signing !== null || signBar(row, role, isMe) !== null}
            title={signBar(row, role, isMe) ?? undefined}
            // Where the person's role doesn't allow it, the title says so.
            aria-describedby={mays[role] && notes.some((note) => note.role === role) ? `${id}${role}` : undefined}
            onClick={() => void sign(row, role)}
          >
            {t("Sign off as {role}", { role })}
          </Button>
        ))}
        {row.status === "ready_for_review" || row.status === "signed" ? (
          <Button needs="reviewer" kind="quiet" disabled={pending !== null} onClick={() => setReturning(true)}>
            {t("Return to preparer…")}
          </Button>
        ) : null}
      </div>
      {returning ? (
        <ReasonDialog
          title={t("Return to preparer: {label}", { label: row.label })}
          act={t("Return to preparer")}
          onClose={() => setReturning(false)}
          onAct={(why) =>
            perform({
              key: "return",
              words: t("{label}: returned to preparer.", { label: row.label }),
              run: () => call("flux.return", { ...target, why }),
              undo,
            })
          }
        />
      ) : null}
    </section>
  );
}

/** Why the buttons can't be pressed now, in words beside them. */
function SignNotes({ id, notes }: { readonly id: string; readonly notes: ReturnType<typeof signNotes> }) {
  return (
    <>
      <RoleNote />
      {notes.length === 0 ? null : (
        <p className={textStyles.muted} role="note">
          {notes.map(({ role, words }) => (
            <span key={role} id={`${id}${role}`}>
              {words}{" "}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Stamp({ review, row, stamp }: { readonly review: FluxReview; readonly row: FluxRow; readonly stamp: FluxStamp }) {
  const linkTo = useDocumentLink(review.clientId);
  const left = stamp.movedCount - stamp.movedBy.length;
  const signs = !stamp.stale && !stamp.waiting && counts(row, stamp.role);
  return (
    <li>
      <p>
        {stamp.stale ? (
          <Chip
            tone="failed"
            word={t("Sign off again")}
            title={t("The figures, or the transactions behind them, have changed since sign-off.")}
          />
        ) : stamp.waiting ? (
          <WaitingToSync />
        ) : signs ? (
          <Chip
            quiet
            tone="ok"
            word={t("Signed off")}
            title={t("Signed off on exactly these figures. Hash of the figures: {hash}", { hash: stamp.hash })}
          />
        ) : (
          <Chip
            tone="failed"
            word={t("Sign off again")}
            title={t(
              "This sign-off no longer counts because the row was returned, the explanation changed, or the preparer's sign-off changed.",
            )}
          />
        )}{" "}
        <DecidedBy
          verb={signs ? t("as {role}", { role: stamp.role }) : t("signed off as {role}", { role: stamp.role })}
          person={stamp.person}
          at={stamp.at}
        />
        <PinEntered withPin={stamp.withPin} />
      </p>
      {stamp.stale ? (
        <>
          <p>
            <Moved review={review} row={row} stamp={stamp} />
            {stamp.movedBy.length === 0 ? "" : ` ${t("Transactions added, changed or deleted since sign-off:")}`}
          </p>
          <ul className={styles.movers}>
            {stamp.movedBy.map(({ documentId, isDocument, label, difference }) => (
              <li key={documentId}>
                {isDocument ? <a href={linkTo(documentId)}>{label}</a> : label}{" "}
                {difference === null ? null : <Figure amount={difference} currency={review.currency} />}
              </li>
            ))}
            {left > 0 ? <li className={textStyles.muted}>{t("and {left} more", { left: formatCount(left) })}</li> : null}
          </ul>
        </>
      ) : null}
    </li>
  );
}

/** Which of the two figures has changed since; where neither has, what it consists of did. */
function Moved({ review: { currency }, row, stamp }: { readonly review: FluxReview; readonly row: FluxRow; readonly stamp: FluxStamp }) {
  const isOwn = !isSame(stamp.current, row.current);
  if (!isOwn && isSame(stamp.comparative, row.comparative))
    return t("The figures are the same, but the transactions behind them have changed.");
  const values = {
    before: <Figure amount={isOwn ? stamp.current : stamp.comparative} currency={currency} />,
    now: <Figure amount={isOwn ? row.current : row.comparative} currency={currency} />,
  };
  return isOwn ? (
    <Sentence text="The figure was {before}. It's now {now}." values={values} />
  ) : (
    <Sentence text="The comparison figure was {before}. It's now {now}." values={values} />
  );
}

function isSame(one: DecimalString | null, other: DecimalString | null): boolean {
  return one === null || other === null ? one === other : compareDecimals(one, other) === 0;
}
