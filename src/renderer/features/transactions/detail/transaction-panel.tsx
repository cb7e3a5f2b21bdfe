import { ArrowLeft, ExternalLink, Unlink, X } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import type { DocumentListRow, DocumentView } from "#shared/contract/books/documents.ts";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { today } from "../../../api/clock.ts";
import { formatMoney, formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDay, formatMinute } from "../../../format/dates/date.ts";
import { statusReason } from "../../../format/labels/status-reason.ts";
import { overdueWords, statusLabel, typeLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { listedDocument } from "../../../state/core/listed-records.ts";
import { type StackedDocument, usePanelLink } from "../../../state/window/panels.ts";
import { popOut } from "../../../state/window/pop-out.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { useKeyedTitle } from "../../../ui/controls/kbd.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { useShiftEnter } from "../../../ui/layout/detail-panel.tsx";
import { PanelResizer } from "../../../ui/layout/panel-resizer.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { Notes } from "../../../ui/notes/notes.tsx";
import { AllocationList } from "./allocation-list.tsx";
import { AskClient } from "./ask-client.tsx";
import { DuplicateNote, useOpenDuplicates } from "./duplicate-note.tsx";
import { HistoryTable } from "./history-table.tsx";
import { LineTable } from "./line-table.tsx";
import { Provenance } from "./provenance.tsx";
import { RawPayload } from "./raw-payload.tsx";
import { RelatedList } from "./related-list.tsx";
import { TaxList } from "./tax-list.tsx";
import styles from "./transaction-panel.module.css";
import { usePanelKeys } from "./use-panel-shortcuts.ts";
import { WriteLinks } from "./write-links.tsx";

/** One document at the side of a screen: its figures, where they come from, what moved, the untouched payload. */
export function DocumentPanel({ clientId, documentId, onBack, onClose }: StackedDocument) {
  const view = useCoreQuery("documents.show", { clientId, id: documentId });
  const facts = view.data?.document ?? (view.isPending ? factsOf(listedDocument(clientId, documentId)) : undefined);
  const duplicates = useOpenDuplicates(clientId, documentId, facts?.type);
  const panel = useRef<HTMLElement>(null);
  const popOutHere = () => popOut(documentAddress(clientId, documentId));
  usePanelKeys(panel, onBack !== undefined);
  useShiftEnter(panel, popOutHere);
  return (
    <aside ref={panel} data-panel="" className={styles.panel} aria-label={t("Transaction")}>
      <div className={styles.head}>
        {onBack === undefined ? null : (
          <Button
            kind="quiet"
            className={styles.back ?? ""}
            aria-label={t("Back")}
            title={t("Back to the previous panel (Esc)")}
            icon={<ArrowLeft size={16} aria-hidden />}
            onClick={onBack}
          />
        )}
        <h2 className={styles.title}>{facts === undefined ? t("Transaction") : titleOf(facts)}</h2>
        <Button
          kind="quiet"
          aria-label={t("Open in a new window")}
          title={t("Open in a new window (Shift+Enter)")}
          icon={<ExternalLink size={16} aria-hidden />}
          onClick={popOutHere}
        />
        <Button
          kind="quiet"
          aria-label={t("Close panel: {kind}", { kind: t("Transaction") })}
          title={onBack === undefined ? t("Close (Esc)") : t("Close")}
          icon={<X size={16} aria-hidden />}
          onClick={onClose}
        />
      </div>
      <ScrollSection className={styles.body} aria-label={t("Transaction details")} data-panel-body="" aria-busy={view.isPending}>
        {view.error === null ? null : <FailureNote failure={view.error.failure} />}
        {view.data !== undefined ? (
          <Content clientId={clientId} view={view.data} duplicates={duplicates} />
        ) : facts === undefined ? null : (
          <>
            <Marks document={facts} />
            <div className={styles.actsToCome} />
            <Fields clientId={clientId} document={facts} names={{}} />
          </>
        )}
      </ScrollSection>
      <PanelResizer />
    </aside>
  );
}

type Shown = DocumentView["document"];

/** What the title, the status and the fields say, of a transaction or of its row in a list. */
type Facts = Pick<Shown, "type" | "status" | "statusIsDerived" | "currency" | "total" | "outstanding" | "issueDate" | "removedDetectedAt"> &
  Partial<Omit<Shown, "party">> & { readonly party?: { readonly id?: string | undefined; readonly name: string } | undefined };

function factsOf(row: DocumentListRow | undefined): Facts | undefined {
  if (row === undefined) return undefined;
  const { type, status, statusIsDerived, currency, issueDate, number, reference, partyName, dueDate } = row;
  return {
    ...{ type, status, statusIsDerived, currency, issueDate, removedDetectedAt: null },
    total: { amount: row.total, currency },
    outstanding: { amount: row.outstanding, currency },
    ...(number === null ? {} : { number }),
    ...(reference === null ? {} : { reference }),
    ...(partyName === null ? {} : { party: { name: partyName } }),
    ...(dueDate === null ? {} : { dueDate }),
    ...(row.unapplied ? { unappliedKind: "prepayment" } : {}),
  };
}

interface ContentProps {
  readonly clientId: string;
  readonly view: DocumentView;
  /** The pairs that it may be the double of; undefined where there are none, or where that isn't known yet. */
  readonly duplicates: DuplicatePage | undefined;
}

function Content({ clientId, view, duplicates }: ContentProps) {
  const { document, names, findings } = view;
  const counts = useNoteCounts(clientId);
  return (
    <>
      <Marks document={document} />
      <div className={layout.wrappingLine}>
        <WriteLinks clientId={clientId} view={view} isDoubtful={duplicates !== undefined} />
        <AskClient clientId={clientId} documentId={document.id} />
      </div>
      {duplicates === undefined ? null : <DuplicateNote clientId={clientId} documentId={document.id} pairs={duplicates} />}
      {findings.length === 0 ? null : (
        <ul className={layout.mediumStack} aria-label={t("Exceptions")}>
          {findings.map((finding) => (
            <li key={finding}>
              <Chip tone="warning" word={t("Exception")} /> {finding}
            </li>
          ))}
        </ul>
      )}
      <Fields clientId={clientId} document={document} names={names} />
      {document.memo === undefined ? null : <p className={styles.memo}>{document.memo}</p>}
      {document.lines.length === 0 ? null : (
        <Section title={t("Lines ({lines})", { lines: document.lines.length })}>
          <LineTable
            clientId={clientId}
            documentId={document.id}
            label={titleOf(document)}
            lines={document.lines}
            names={names}
            counts={counts}
          />
        </Section>
      )}
      <TaxList tax={document.tax} names={view.names} />
      {document.allocations.length === 0 ? null : (
        <Section title={t("Allocations")}>
          <AllocationList
            {...{ clientId, names }}
            documentId={document.id}
            type={document.type}
            allocations={document.allocations}
            removed={document.removedDetectedAt !== null}
          />
        </Section>
      )}
      <RelatedList clientId={clientId} view={view} />
      <Section title={t("What changed")} part="history">
        <HistoryTable view={view} />
      </Section>
      <Section title={t("Source")} part="provenance">
        <Provenance document={document} />
      </Section>
      <RawPayload clientId={clientId} document={document} />
      <div data-part="note">
        <Notes
          clientId={clientId}
          subject={{ kind: "document", id: document.id }}
          label={titleOf(document)}
          seen={t("{amount} outstanding", { amount: formatMoney(document.outstanding.amount, document.outstanding.currency) })}
        />
      </div>
    </>
  );
}

/** Notes and open tasks by the id of what they are about. */
function useNoteCounts(clientId: string): ReadonlyMap<string, number> {
  const counts = useCoreQuery("work.counts", { clientId });
  return useMemo(() => new Map(counts.data?.map(({ subject, notes, openTasks }) => [subject.id, notes + openTasks])), [counts.data]);
}

function Marks({ document }: { readonly document: Facts }) {
  const { word, tone } = statusLabel(document.status, document.type);
  const outstanding = document.outstanding.amount;
  const reason = statusReason({ ...document, total: document.total.amount, outstanding });
  const removed = document.removedDetectedAt !== null;
  const overdue = overdueWords({ ...document, dueDate: document.dueDate ?? null, outstanding, removed }, today());
  return (
    <div className={styles.marks}>
      <span className={styles.status}>
        <span>{t("Status")}</span>
        {overdue === null ? (
          <Chip
            quiet
            tone={tone}
            word={word}
            {...(tone === "deleted" ? {} : { icon: null })}
            {...(reason === null ? {} : { title: reason })}
          />
        ) : (
          <span className={textStyles.late}>{overdue}</span>
        )}
      </span>
      {document.statusIsDerived ? <Chip tone="neutral" word={t("Status worked out by Tieout")} icon={null} /> : null}
      {document.removedDetectedAt === null ? null : (
        <Chip
          tone="failed"
          word={t("Deleted in the ledger, detected {removedDetectedAt}", { removedDetectedAt: formatMinute(document.removedDetectedAt) })}
          icon={Unlink}
        />
      )}
      {reason === null ? null : <p className={styles.reason}>{reason}</p>}
    </div>
  );
}

interface FieldsProps {
  readonly clientId: string;
  readonly document: Facts;
  readonly names: DocumentView["names"];
}

function Fields({ clientId, document, names }: FieldsProps) {
  const { party } = document;
  const linkTo = usePanelLink(clientId);
  return (
    <dl className={styles.fields} data-mixed="">
      <Field name={t("Total")}>
        <strong>
          <Money amount={document.total.amount} currency={document.total.currency} showCurrency />
        </strong>
      </Field>
      <Field name={t("Outstanding")}>
        <strong>
          <Money amount={document.outstanding.amount} currency={document.outstanding.currency} showCurrency />
        </strong>
      </Field>
      {party === undefined ? null : (
        <Field name={t("Contact")} wide>
          {party.id === undefined ? party.name : <a href={linkTo({ kind: "party", id: party.id })}>{party.name}</a>}
        </Field>
      )}
      <Field name={t("Date")}>{formatDay(document.issueDate)}</Field>
      {document.dueDate === undefined ? null : <Field name={t("Due")}>{formatDay(document.dueDate)}</Field>}
      {document.reference === undefined ? null : <Field name={t("Reference")}>{document.reference}</Field>}
      {document.totalBase === undefined || document.totalBase.currency === document.currency ? null : (
        <Field name={t("Total in base currency")}>
          <Money amount={document.totalBase.amount} currency={document.totalBase.currency} showCurrency />
        </Field>
      )}
      {document.exchangeRate === undefined ? null : <Field name={t("Exchange rate")}>{formatNumeral(document.exchangeRate)}</Field>}
      {document.entityId === undefined ? null : <Field name={t("Entity")}>{names[document.entityId] ?? document.entityId}</Field>}
    </dl>
  );
}

function Field({ name, wide, children }: { readonly name: string; readonly wide?: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes(styles.field, wide && styles.wide)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A part that a key leads to is named like the key's action, and its tip says the key. */
function Section({ title, part, children }: { readonly title: string; readonly part?: string; readonly children: ReactNode }) {
  const keyed = useKeyedTitle(part ?? "");
  return (
    <section className={styles.section} {...(part === undefined ? {} : { "data-part": part, tabIndex: -1, "aria-label": title })}>
      <h3 className={styles.sectionTitle} title={part === undefined ? undefined : keyed(title)}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function titleOf(document: Facts): string {
  return [typeLabel(document.type, document.unappliedKind !== undefined), document.number].filter((part) => part !== undefined).join(" ");
}
