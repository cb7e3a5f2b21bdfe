import { useEffect, useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { canCancel } from "../../../format/labels/write-labels.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { useClientSync } from "../../../state/core/live-sync.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { useNow } from "../../../state/window/now.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { documentTitle } from "../document-title.ts";
import form from "../form.module.css";
import { VersionsHead } from "../review/change-preview.tsx";
import { ReviewStep } from "../review/review-step.tsx";
import { changeOperation, changesOf, formOfDocument, lineOfDocument, type UpdateOperation } from "../transactions/transaction-change.ts";
import { type ConflictRow, conflictRows, decidedForm, formOfSeen, isDecided, type Side, sameText, withChanges } from "./conflict.ts";
import styles from "./conflict-page.module.css";

/** A change that met a record that had moved: mine, theirs and what was last seen, decided field by field. */
export function ConflictPage({ clientId, jobId }: { readonly clientId: string; readonly jobId: string }) {
  const shown = useCoreQuery("writes.show", { clientId, jobId });
  const operation = shown.data?.job.operations[0];
  const update = operation?.kind === "update_document" ? operation : null;
  const view = useCoreQuery("documents.show", { clientId, id: update?.id ?? "" }, { enabled: update !== null });
  const failure = shown.error?.failure ?? view.error?.failure;
  if (failure !== undefined && view.data === undefined) return <FailureNote failure={failure} />;
  if (shown.data !== undefined && update === null) return <EmptyState title={t("This update has no fields to resolve")} />;
  if (shown.data === undefined || view.data === undefined || update === null) return <div className={layout.column} aria-busy="true" />;
  return <Conflict clientId={clientId} job={shown.data.job} update={update} view={view.data} />;
}

interface ConflictProps {
  readonly clientId: string;
  readonly job: WriteJob;
  readonly update: UpdateOperation;
  readonly view: DocumentView;
}

function Conflict({ clientId, job, update, view }: ConflictProps) {
  const [, navigate] = useHashLocation();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const [operations, setOperations] = useState<readonly WriteOperation[] | null>(null);
  // The choices that came to nothing: what was said of them isn't true of others.
  const [idle, setIdle] = useState<typeof chosen | null>(null);
  const sides = useMemo(() => sidesOf(job, update, view), [job, update, view]);
  const rows = useMemo(() => conflictRows(sides.mine, sides.theirs, sides.seen, view.names), [sides, view.names]);
  const title = documentTitle(view);
  const leave = () => navigate(writesAddress(clientId, job.jobId));
  const replaces = job.state === "draft" || job.state === "blocked" ? job.jobId : undefined;
  if (operations !== null)
    return (
      <ReviewStep
        clientId={clientId}
        title={t("Edit {title}", { title: insideSentence(title) })}
        operations={operations}
        replaces={replaces}
        onBack={() => setOperations(null)}
      />
    );
  const review = () => {
    const decided = decidedForm(sides.mine, sides.theirs, rows, chosen);
    const changes = changesOf(sides.theirs, decided, currencyDigits(sides.theirs.currency));
    if (Object.keys(changes).length === 0) return setIdle(chosen);
    setOperations([changeOperation(update.id, view.document.changeHash, changes)]);
  };
  const all = (side: Side) => setChosen(Object.fromEntries(rows.map((row) => [row.key, side])));
  const gone = view.document.removedDetectedAt !== null || ["voided", "deleted"].includes(view.document.status);
  const whyNot = whyNoReview(rows, chosen);
  if (gone) return <Deleted clientId={clientId} job={job} documentId={view.document.id} title={title} onLeave={leave} />;
  return (
    <section className={layout.column} aria-label={t("Conflict: {title}", { title })}>
      <div className={form.head}>
        <h2 className={form.title}>{t("Conflict: {title}", { title })}</h2>
        <ReadAgain clientId={clientId} asOf={view.document.asOf ?? view.document.source.fetchedAt} />
      </div>
      <ScrollSection className={form.body} aria-label={t("Fields that differ")}>
        <div className={form.content}>
          {sides.seen === null && rows.length > 0 ? (
            <p className={classes(form.note, form.warn)}>
              {t(
                "Tieout no longer has the original version, so it can't tell whether a field was changed in Tieout or in the ledger. Choose a version for each field.",
              )}
            </p>
          ) : null}
          {rows.length === 0 ? (
            <EmptyState title={t("Both versions are now the same")}>
              <p>{t("Nothing is left to resolve. If someone just changed the transaction in the ledger, sync again.")}</p>
            </EmptyState>
          ) : (
            <ConflictTable rows={rows} chosen={chosen} onChoose={(key, side) => setChosen({ ...chosen, [key]: side })} />
          )}
        </div>
      </ScrollSection>
      <div className={form.foot}>
        <Button needs="preparer" kind="primary" data-key="review" disabled={whyNot !== null} title={whyNot ?? undefined} onClick={review}>
          {t("Review")}
        </Button>
        <Button onClick={() => all("mine")}>{t("Keep your version for all")}</Button>
        <Button onClick={() => all("theirs")}>{t("Use the ledger's version for all")}</Button>
        <Button onClick={leave}>{t("Cancel")}</Button>
        <span className={form.said} role="status">
          {whyNot ?? (idle === chosen ? t("The ledger's version is chosen for every field, so there's nothing to send.") : null)}
        </span>
      </div>
    </section>
  );
}

/** There is nothing to merge with: what is left is to drop the change, or to enter the transaction again. */
function Deleted({
  clientId,
  job,
  documentId,
  title,
  onLeave,
}: Omit<ConflictProps, "update" | "view"> & { readonly documentId: string; readonly title: string; readonly onLeave: () => void }) {
  const cancel = useCoreCommand("writes.cancel");
  return (
    <EmptyState title={t("{title} was voided or deleted in the ledger", { title })}>
      <p>
        {canCancel(job)
          ? t("Your change can't be applied, so discard it. If you still need the transaction, enter it again with your change first.")
          : t("Your change wasn't applied. If you still need the transaction, enter it again with your change.")}
      </p>
      {cancel.error === null ? null : <FailureNote failure={cancel.error.failure} />}
      <div className={layout.buttons}>
        {canCancel(job) ? (
          <Button
            needs="preparer"
            kind="primary"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ clientId, jobId: job.jobId }, { onSuccess: onLeave })}
          >
            {t("Discard my change")}
          </Button>
        ) : null}
        <ButtonLink href={`#${writesAddress(clientId, `copy-${documentId}`)}`}>{t("Enter again")}</ButtonLink>
        <Button onClick={onLeave}>{t("Back to the update")}</Button>
      </div>
    </EmptyState>
  );
}

/** The mark of a field that someone has to decide about. */
function markOf({ seen }: ConflictRow): string {
  return seen === null ? t("Differs") : t("Changed in both versions");
}

/** That someone has to decide, or why a version is chosen already. */
function Mark({ row, chosen }: { readonly row: ConflictRow; readonly chosen: Side | undefined }) {
  if (row.usual === null) return chosen === undefined ? <span className={styles.both}>{markOf(row)}</span> : null;
  const alone = row.usual === "mine" ? t("Changed in Tieout only") : t("Changed in the ledger only");
  return <span className={styles.one}>{sameText(row.mine, row.theirs) ? t("Changed the same way in both") : alone}</span>;
}

/** Why nothing can be reviewed yet; null where it can. */
function whyNoReview(rows: readonly ConflictRow[], chosen: Readonly<Record<string, Side>>): string | null {
  if (rows.length === 0) return t("Both versions are the same, so there's nothing to review.");
  const open = rows.find((row) => !isDecided([row], chosen));
  return open === undefined ? null : t("Choose a version for each field marked “{mark}.”", { mark: markOf(open) });
}

function sidesOf(job: WriteJob, update: UpdateOperation, { document, names }: DocumentView) {
  const theirs = formOfDocument(document, names);
  const known = job.seen?.find(({ id }) => id === update.id);
  const isJournal = document.type === "journal";
  const seen = known === undefined ? null : formOfSeen(known, theirs, (line, key) => lineOfDocument(line, isJournal, names, key));
  return { theirs, seen, mine: withChanges(seen ?? theirs, update.changes) };
}

/** Theirs is the mirror: it is read again when the page opens, and on request. */
function ReadAgain({ clientId, asOf }: { readonly clientId: string; readonly asOf: string }) {
  const sync = useCoreCommand("sync.start");
  const state = useClientSync(clientId).data?.state;
  const { mutate } = sync;
  const maySync = useMayAs("preparer");
  useEffect(() => {
    if (maySync) mutate({ clientIds: [clientId] });
  }, [maySync, mutate, clientId]);
  const reading = state === "syncing" || state === "queued";
  const ago = <AsOf instant={asOf} nowMs={useNow()} />;
  return (
    <>
      <span className={textStyles.muted} role="status">
        {state === "queued" ? (
          <Sentence text="Ledger's version, synced {ago}. A sync is queued." values={{ ago }} />
        ) : reading ? (
          <Sentence text="Ledger's version, synced {ago}. Syncing again." values={{ ago }} />
        ) : state === "offline" ? (
          <Sentence text="Ledger's version, synced {ago}. The ledger can't be reached right now." values={{ ago }} />
        ) : (
          <Sentence text="Ledger's version, synced {ago}" values={{ ago }} />
        )}
      </span>
      <Button needs="preparer" kind="quiet" disabled={reading} onClick={() => mutate({ clientIds: [clientId] })}>
        {t("Sync again")}
      </Button>
    </>
  );
}

interface ConflictTableProps {
  readonly rows: readonly ConflictRow[];
  readonly chosen: Readonly<Record<string, Side>>;
  readonly onChoose: (key: string, side: Side) => void;
}

function shown({ key }: ConflictRow, text: string): string {
  if (text === "") return t("(empty)");
  return key === "issueDate" || key === "dueDate" ? formatDay(text) : text;
}

function ConflictTable({ rows, chosen, onChoose }: ConflictTableProps) {
  return (
    <table className={styles.table}>
      <VersionsHead />
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              <Mark row={row} chosen={chosen[row.key]} />
            </th>
            <td className={styles.seen}>{row.seen === null ? t("Unknown") : shown(row, row.seen)}</td>
            {(["mine", "theirs"] as const).map((side) => (
              <td key={side}>
                <label className={classes(styles.side, (chosen[row.key] ?? row.usual) === side && styles.kept)}>
                  <input
                    type="radio"
                    name={row.key}
                    checked={(chosen[row.key] ?? row.usual) === side}
                    onChange={() => onChoose(row.key, side)}
                  />
                  <span>
                    <span className={row[side] === "" ? textStyles.muted : undefined}>{shown(row, row[side])}</span>
                    <span className={styles.act}>{side === "mine" ? t("Keep your version") : t("Use the ledger's version")}</span>
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
