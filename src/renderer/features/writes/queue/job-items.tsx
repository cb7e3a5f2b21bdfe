import { insideSentence } from "#shared/kernel/readable.ts";
import { writeFieldLabel } from "#shared/model/labels/write-fields.ts";
import { type JobItem, readableDifference, type WriteJob, type WriteOperation } from "#shared/model/ledger/write.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { DOCUMENT_STATUSES, statusLabel } from "../../../format/labels/transaction-labels.ts";
import { OUTCOME_WORDS, plainRejection } from "../../../format/labels/write-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import { documentTitle } from "../document-title.ts";
import styles from "./job-panel.module.css";

/** The parts that say more than the panel says above, which has the title and the state of the only one. */
export function itemsToTell({ state, items }: Pick<WriteJob, "state" | "items">, told: string): readonly JobItem[] {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0 || only.outcome === "accepted" || only.outcome !== state) return items;
  const { message = told, reference, postedDifferently, replaced, outcome } = only;
  // What was refused isn't in the ledger to be looked for, and its reference is in the request below.
  const isKept = reference !== null && outcome !== "rejected";
  const isBare = message === told && !isKept && postedDifferently === undefined && replaced === undefined;
  return isBare ? [] : items;
}

interface JobItemsProps {
  readonly clientId: string;
  readonly items: readonly JobItem[];
  readonly job: Pick<WriteJob, "state" | "operations">;
  /** Text that is already shown above and isn't repeated. */
  readonly told: string;
}

/** Each part of a job with its outcome: the ledger's own text, and values it stored differently. The panel has the whole answers. */
export function JobItems({ clientId, items, job, told }: JobItemsProps) {
  const { operations, state } = job;
  const isAlone = ({ outcome }: JobItem) => items.length === 1 && outcome === state;
  return (
    <ul className={styles.results}>
      {items.map((item) => (
        <li key={`${item.operation} ${item.part}`} className={styles.item}>
          <div className={styles.itemHead}>
            {isAlone(item) ? null : <Chip {...OUTCOME_WORDS[item.outcome]} quiet={item.outcome === "accepted"} />}
            {isAlone(item) && item.outcome !== "accepted" ? null : <span>{withAmounts(item.title)}</span>}
            {item.outcome !== "accepted"
              ? null
              : transactionsOf(item, items, operations).map((id, _, all) => (
                  <ShowTransaction key={id} clientId={clientId} id={id} isNamed={all.length > 1} />
                ))}
          </div>
          <ItemFacts clientId={clientId} item={item} isDeleted={(item.act ?? operations[item.operation]?.kind) === "delete"} />
          {items.length === 1 && item.message === told ? null : <Said item={item} />}
          {items.length === 1 ? null : <Labels item={item} />}
          <PostedDifferently item={item} />
          <Replaced item={item} />
        </li>
      ))}
    </ul>
  );
}

/** The transactions that show what was posted: of a payment those that it settles, since it is none itself. */
function transactionsOf(item: JobItem, items: readonly JobItem[], operations: readonly WriteOperation[]): readonly string[] {
  const operation = operations[item.operation];
  if (operation?.kind !== "create_payment") return item.recordId === undefined ? [] : [item.recordId];
  const isOneEach = items.filter((other) => other.operation === item.operation).length > 1;
  const settled = operation.payment.allocations.map(({ toId }) => toId);
  return isOneEach ? settled.slice(item.part, item.part + 1) : settled;
}

interface ShowTransactionProps {
  readonly clientId: string;
  readonly id: string;
  /** There are others beside it. */
  readonly isNamed: boolean;
}

/** What isn't in the books, or not yet, has no link that leads nowhere. */
function ShowTransaction({ clientId, id, isNamed }: ShowTransactionProps) {
  const { data } = useCoreQuery("documents.show", { clientId, id });
  if (data === undefined) return null;
  const title = isNamed ? insideSentence(documentTitle(data)) : null;
  return <a href={`#${documentAddress(clientId, id)}`}>{title === null ? t("Show transaction") : t("Show {title}", { title })}</a>;
}

interface ItemFactsProps {
  readonly clientId: string;
  readonly item: JobItem;
  /** The ledger no longer has it, nor its number. */
  readonly isDeleted: boolean;
}

function ItemFacts({ clientId, item, isDeleted }: ItemFactsProps) {
  const { reference } = item;
  const recordId = item.outcome === "accepted" && !isDeleted ? item.recordId : undefined;
  if (recordId === undefined && reference === null) return null;
  return (
    <Facts>
      {reference === null ? null : <Fact name={t("Reference")}>{reference}</Fact>}
      {recordId === undefined ? null : <Posted clientId={clientId} recordId={recordId} />}
    </Facts>
  );
}

/** The number the ledger assigned, once it is read back. */
function Posted({ clientId, recordId }: { readonly clientId: string; readonly recordId: string }) {
  const { data } = useCoreQuery("documents.show", { clientId, id: recordId });
  const number = data?.document.number;
  return number === undefined ? null : <Fact name={t("Number in the ledger")}>{number}</Fact>;
}

/** Why a part wasn't posted: the plain fact where there's one, and the ledger's own words. */
function Said({ item }: { readonly item: JobItem }) {
  const plain = plainRejection(item);
  if (plain === null) return item.message === undefined ? null : <p>{item.message}</p>;
  return (
    <>
      <p>{plain.fact}</p>
      <LedgerWords said={plain.said} />
    </>
  );
}

/** The ledger's own words, word for word, below what they come to. */
export function LedgerWords({ said }: { readonly said: string }) {
  return <p className={text.muted}>{t("Ledger's answer: “{said}”", { said })}</p>;
}

function Labels({ item }: { readonly item: JobItem }) {
  if (item.fieldLabels === undefined || item.fieldLabels.length === 0) return null;
  if (item.fieldLabels.length === 1 && plainRejection(item) !== null) return null;
  return (
    <div className={styles.labels}>
      <span className={text.muted}>{t("Names of the fields in the ledger's answer:")}</span>
      {item.fieldLabels.map(({ id, label }) => (
        <span key={id}>
          <code>{id}</code>
          {label}
        </span>
      ))}
    </div>
  );
}

function PostedDifferently({ item }: { readonly item: JobItem }) {
  if (item.postedDifferently === undefined) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("Field")}</th>
          <th scope="col">{t("Expected")}</th>
          <th scope="col">{t("Posted")}</th>
        </tr>
      </thead>
      <tbody>
        {item.postedDifferently.map(readableDifference).map(({ field, intended, posted }) => (
          <tr key={field}>
            <th scope="row">{capitalized(writeFieldLabel(field))}</th>
            <td className={intended === "" ? text.muted : undefined}>{valueText(field, intended)}</td>
            <td className={posted === "" ? text.muted : undefined}>{valueText(field, posted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value as it was sent or posted, with days and statuses as everywhere else. */
function valueText(field: string, value: string): string {
  if (value === "") return t("(empty)");
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  const status = field === "status" ? DOCUMENT_STATUSES.find((one) => one === value) : undefined;
  if (status !== undefined) return statusLabel(status).word;
  return field === "status" || field === "record" ? capitalized(value.replaceAll("_", " ")) : value;
}

function Replaced({ item }: { readonly item: JobItem }) {
  // Amounts that were read back differently are in the table above.
  const differs = new Set(item.postedDifferently?.map(({ field }) => field));
  const replaced = item.replaced?.filter(({ field }) => !differs.has(field) && !differs.has(`${field}.amount`)) ?? [];
  if (replaced.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("Replaced by ledger")}</th>
          <th scope="col">{t("Sent")}</th>
          <th scope="col">{t("Posted")}</th>
        </tr>
      </thead>
      <tbody>
        {replaced.map(({ field, sent, stored }) => (
          <tr key={field}>
            <th scope="row">{capitalized(writeFieldLabel(field))}</th>
            <td>{valueText(field, sent)}</td>
            <td>{valueText(field, stored)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
