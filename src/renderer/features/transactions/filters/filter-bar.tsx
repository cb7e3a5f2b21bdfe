import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPES, statusLabel, TYPE_FILTER_WORDS } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { changeDocumentFilter, clearDocumentFilter } from "../../../state/views/transaction-filters.ts";
import layout from "../../../styles/layout.module.css";
import { CheckboxGroup } from "../../../ui/controls/checkbox-group.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { DayField } from "../../../ui/fields/date-field.tsx";
import { FilterChips } from "../../../ui/filters/filter-chips.tsx";
import { SearchField, type TypedHelp } from "../../../ui/filters/search-field.tsx";
import { NewMenu } from "../../../ui/layout/new-menu.tsx";
import { ScreenTitle } from "../../../ui/layout/screen-title.tsx";
import styles from "./filter-bar.module.css";
import { activeFilters } from "./filter-labels.ts";

const TYPE_OPTIONS = DOCUMENT_TYPES.map((type) => [type, TYPE_FILTER_WORDS[type]] as const);
const STATUS_OPTIONS = DOCUMENT_STATUSES.map((status) => [status, statusLabel(status).word] as const);

interface FilterBarProps {
  readonly clientId: string;
  readonly filter: DocumentFilter;
  /** A panel is open beside the list. */
  readonly beside: boolean;
}

/** The filters of the list, all applied by the core, and what holds now as chips. */
export function FilterBar({ clientId, filter, beside }: FilterBarProps) {
  const [more, setMore] = useState(false);
  const moreId = useId();
  const change = (part: Parameters<typeof changeDocumentFilter>[1]) => changeDocumentFilter(clientId, part);
  const party = useCoreQuery(
    "choices.find",
    { clientId, kind: "party", text: "", id: filter.partyId ?? "", limit: 1 },
    { enabled: filter.partyId !== undefined },
  );
  const active = activeFilters(filter, filter.partyId === undefined ? null : (party.data?.[0]?.name ?? null));
  return (
    <>
      <div className={styles.frame}>
        <div className={layout.toolbar}>
          <ScreenTitle screen="documents" />
          <SearchField
            label={t("Filter by number, reference, memo or contact")}
            placeholder={t("Number, reference or contact")}
            value={filter.text ?? ""}
            onChange={(text) => change({ text })}
            help={TYPED_HELP}
          />
          <CheckboxGroup
            label={t("Type")}
            options={TYPE_OPTIONS}
            chosen={filter.types ?? []}
            onChange={(types) => change({ types: [...types] })}
          />
          <CheckboxGroup
            label={t("Status")}
            options={STATUS_OPTIONS}
            chosen={filter.statuses ?? []}
            onChange={(statuses) => change({ statuses: [...statuses] })}
          />
          <span className={styles.inLine}>
            <OpenOnly filter={filter} onChange={change} />
          </span>
          <button type="button" className={styles.opener} aria-expanded={more} aria-controls={moreId} onClick={() => setMore(!more)}>
            {t("More filters")}
            <ChevronDown size={14} aria-hidden />
          </button>
          <MoreFilters id={moreId} open={more} clientId={clientId} filter={filter} />
          <span className={styles.new}>
            <NewMenu clientId={clientId} beside={beside} />
          </span>
        </div>
      </div>
      <FilterChips
        filters={active.map(({ without, ...chip }) => ({ ...chip, remove: () => change(without) }))}
        onClear={() => clearDocumentFilter(clientId)}
      />
    </>
  );
}

interface MoreFiltersProps {
  readonly id: string;
  readonly open: boolean;
  readonly clientId: string;
  readonly filter: DocumentFilter;
}

/** What is filtered by less often: in line where there is room, else shown on request. */
function MoreFilters({ id, open, clientId, filter }: MoreFiltersProps) {
  const everything = useCoreQuery("documents.totals", { clientId, filter: {} });
  const currencies = [...new Set(everything.data?.rows.map((row) => row.currency))];
  const change = (part: Parameters<typeof changeDocumentFilter>[1]) => changeDocumentFilter(clientId, part);
  return (
    <div id={id} className={classes(styles.more, open && styles.open)}>
      <span className={styles.folded}>
        <OpenOnly filter={filter} onChange={change} />
      </span>
      <DayField
        label={t("From")}
        value={filter.from ?? ""}
        onChange={(from) => change({ from })}
        onClear={() => change({ from: undefined })}
      />
      <DayField label={t("To")} value={filter.to ?? ""} onChange={(to) => change({ to })} onClear={() => change({ to: undefined })} />
      {currencies.length < 2 ? null : (
        <select
          className={styles.control}
          aria-label={t("Currency")}
          value={filter.currency ?? ""}
          onChange={(event) => change({ currency: event.target.value })}
        >
          <option value="">{t("Any currency")}</option>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </select>
      )}
      <Check
        label={t("Deleted only")}
        checked={filter.removed ?? false}
        onChange={(removed) => change({ removed: removed || undefined })}
      />
    </div>
  );
}

interface OpenOnlyProps {
  readonly filter: DocumentFilter;
  readonly onChange: (part: Pick<DocumentFilter, "onlyOpen">) => void;
}

/** In line, and in a narrow list with what is filtered by less often, so that the title keeps its room. */
function OpenOnly({ filter, onChange }: OpenOnlyProps) {
  return (
    <Check
      label={t("Open only")}
      checked={filter.onlyOpen ?? false}
      onChange={(onlyOpen) => onChange({ onlyOpen: onlyOpen || undefined })}
    />
  );
}

const TYPED_HELP: TypedHelp = [
  ["contact:acme", t("part of the contact's name")],
  ["status:open   type:bill   cur:EUR", t("a status, type or currency")],
  ["is:open   is:deleted", t("open transactions, or deleted ones")],
];

function Check({
  label,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
