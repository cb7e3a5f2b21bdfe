import type { FieldChangeRow } from "#shared/contract/documents.ts";
import { formatAmount } from "../../format/amount.ts";
import { formatDay, formatInstant } from "../../format/date.ts";
import styles from "./document-panel.module.css";

/** Fields that changed between two reads, before and after, newest first. */
export function HistoryTable({ history, currency }: { readonly history: readonly FieldChangeRow[]; readonly currency: string }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Noticed</th>
        </tr>
      </thead>
      <tbody>
        {history.map((change, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its head, and two changes can be alike
          <tr key={history.length - place}>
            <td>{fieldWords(change.field)}</td>
            <td className={styles.quiet}>{valueWords(change.before, currency)}</td>
            <td>{valueWords(change.after, currency)}</td>
            <td className={styles.quiet}>{formatInstant(change.detectedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function fieldWords(field: string): string {
  const words = field.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: string | null, currency: string): string {
  if (value === null) return "nothing";
  if (/^-?\d+(\.\d+)?$/.test(value)) return formatAmount(value, currency);
  return formatDay(value).replaceAll("_", " ");
}
