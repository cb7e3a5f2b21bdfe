import { ArrowLeft, ExternalLink, Unlink, X } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import type { DocumentListRow, DocumentView } from "#shared/contract/books/documents.ts";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { today } from "../../../api/clock.ts";
import { formatMoney, formatNumeral, isNegative } from "../../../format/amounts/amount.ts";
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
import { useKeyedTitle } from "../../../ui/controls/kbd.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { useShiftEnter } from "../../../ui/layout/detail-panel.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
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
            <div className={styles.actsToCome} />
            <DocumentFacts clientId={clientId} document={facts} names={{}} />
          </>
        )}
      </ScrollSection>
      <PanelResizer />
    </aside>
  );
}

type Shown = DocumentView["document"];

/** What the title and the facts say, of a transaction or of its row in a list. */
type Known = Pick<Shown, "type" | "status" | "statusIsDerived" | "currency" | "total" | "outstanding" | "issueDate" | "removedDetectedAt"> &
  Partial<Omit<Shown, "party">> & { readonly party?: { readonly id?: string | undefined; readonly name: string } | undefined };

function factsOf(row: DocumentListRow | undefined): Known | undefined {
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
    ...(row.unappliedKind === null ? {} : { unappliedKind: row.unappliedKind }),
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
  const plain = isPlain(document);
  return (
    <>
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
      <DocumentFacts clientId={clientId} document={document} names={names} />
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
            plain={plain}
          />
        </Section>
      )}
      <TaxList tax={document.tax} names={view.names} plain={plain} />
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

/** Whether no amount of the lines or of the tax has parentheses: then those of both end at the edge, and otherwise before its room. */
function isPlain({ lines, tax }: Shown): boolean {
  const amounts = [...lines.flatMap((line) => [line.net, line.tax.amount]), tax.amount, ...tax.components.map(({ amount }) => amount)];
  return !amounts.some((amount) => amount !== undefined && isNegative(amount.amount));
}

/** Notes and open tasks by the id of what they are about. */
function useNoteCounts(clientId: string): ReadonlyMap<string, number> {
  const counts = useCoreQuery("work.counts", { clientId });
  return useMemo(() => new Map(counts.data?.map(({ subject, notes, openTasks }) => [subject.id, notes + openTasks])), [counts.data]);
}

/** The status as a word; where it comes from, and that the ledger has deleted the transaction, are beside and below it. */
function Status({ document }: { readonly document: Known }) {
  const { word, tone } = statusLabel(document.status, document.type);
  const outstanding = document.outstanding.amount;
  const reason = statusReason({ ...document, total: document.total.amount, outstanding });
  const removed = document.removedDetectedAt !== null;
  // That it was deleted is said once, with the place where.
  const isSaidBelow = removed && tone === "deleted";
  const overdue = overdueWords({ ...document, dueDate: document.dueDate ?? null, outstanding, removed }, today());
  return (
    <div className={styles.status}>
      {isSaidBelow ? null : overdue === null ? (
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
      {document.statusIsDerived ? <Chip tone="neutral" word={t("Status worked out by Tieout")} icon={null} /> : null}
      {document.removedDetectedAt === null ? null : (
        <>
          <Chip tone="failed" word={t("Deleted in ledger")} icon={Unlink} />
          <span className={textStyles.muted}>{t("Detected {when}", { when: formatMinute(document.removedDetectedAt) })}</span>
        </>
      )}
      {reason === null ? null : <p className={styles.reason}>{reason}</p>}
    </div>
  );
}

interface DocumentFactsProps {
  readonly clientId: string;
  readonly document: Known;
  readonly names: DocumentView["names"];
}

/** The status first, then the amounts below each other, then whom it is with and when. */
function DocumentFacts({ clientId, document, names }: DocumentFactsProps) {
  const { party } = document;
  const linkTo = usePanelLink(clientId);
  return (
    <Facts>
      <Fact name={t("Status")}>
        <Status document={document} />
      </Fact>
      <Fact name={t("Total")} kind="figure">
        <strong>
          <Money amount={document.total.amount} currency={document.total.currency} showCurrency />
        </strong>
      </Fact>
      <Fact name={t("Outstanding")} kind="figure">
        <strong>
          <Money amount={document.outstanding.amount} currency={document.outstanding.currency} showCurrency />
        </strong>
      </Fact>
      {document.totalBase === undefined || document.totalBase.currency === document.currency ? null : (
        <Fact name={t("Total in base currency")} kind="figure">
          <Money amount={document.totalBase.amount} currency={document.totalBase.currency} showCurrency />
        </Fact>
      )}
      {document.exchangeRate === undefined ? null : <Fact name={t("Exchange rate")}>{formatNumeral(document.exchangeRate)}</Fact>}
      {party === undefined ? null : (
        <Fact name={t("Contact")}>
          {party.id === undefined ? (
            party.name
          ) : (
            <a href={linkTo({ kind: "party", id: party.id })} title={t("See the contact's balances and transactions")}>
              {party.name}
            </a>
          )}
        </Fact>
      )}
      <Fact name={t("Date")}>{formatDay(document.issueDate)}</Fact>
      {document.dueDate === undefined ? null : <Fact name={t("Due")}>{formatDay(document.dueDate)}</Fact>}
      {document.reference === undefined ? null : <Fact name={t("Reference")}>{document.reference}</Fact>}
      {document.entityId === undefined ? null : <Fact name={t("Entity")}>{names[document.entityId] ?? document.entityId}</Fact>}
    </Facts>
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

function titleOf(document: Known): string {
  return [typeLabel(document.type, document.unappliedKind), document.number].filter((part) => part !== undefined).join(" ");
}
