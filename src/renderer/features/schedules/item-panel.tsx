import type { ScheduleItemRow } from "#shared/contract/close/schedules.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { documentAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import { SidePanel } from "../../ui/layout/side-panel.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import { EntryState } from "./item-columns.tsx";
import { MonthTable } from "./month-table.tsx";
import { ACCOUNT_WORDS, KIND_WORDS } from "./schedule-words.ts";
import styles from "./schedules.module.css";

interface ItemPanelProps {
  readonly clientId: string;
  readonly currency: string;
  readonly row: ScheduleItemRow;
  /** On screen, `YYYY-MM`. */
  readonly month: string;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** One item: what it is, where it comes from, and every month with its journal. */
export function ItemPanel({ clientId, currency, row, month, onEdit, onClose }: ItemPanelProps) {
  const { itemId, item, person, at, state } = row;
  const months = useCoreQuery("schedules.item", { clientId, itemId }, { keepPrevious: true });
  const { perform, pending } = useActs(clientId);
  const remove = () => {
    onClose();
    void perform({
      key: itemId,
      words: t("“{title}” removed. Journals already drafted or posted are kept.", { title: item.title }),
      run: () => call("schedules.remove", { clientId, itemId }),
      undo: () => call("schedules.save", { clientId, itemId, item }),
    });
  };
  return (
    <SidePanel kind={t("Schedule item")} title={item.title} onClose={onClose}>
      <div className={layout.actions}>
        <EntryState state={state} />
        <DecidedBy verb={t("saved")} person={person} at={at} />
        <span className={styles.push} />
        <Button needs="preparer" disabled={pending !== null} onClick={onEdit}>
          {t("Edit…")}
        </Button>
        <Button needs="preparer" kind="quiet" disabled={pending !== null} onClick={remove}>
          {t("Remove")}
        </Button>
      </div>
      <ItemFacts clientId={clientId} currency={currency} row={row} />
      <QueryAnswer query={months} label={t("months")}>
        {(list) => <MonthTable clientId={clientId} currency={currency} months={list} current={month} />}
      </QueryAnswer>
    </SidePanel>
  );
}

function ItemFacts({ clientId, currency, row }: Pick<ItemPanelProps, "clientId" | "currency" | "row">) {
  const { item, account, otherAccount, source } = row;
  const [balance, other] = ACCOUNT_WORDS[item.kind];
  return (
    <Facts>
      <Fact name={t("Schedule")}>{KIND_WORDS[item.kind]}</Fact>
      <Fact name={item.kind === "accrual" ? t("Amount per month") : t("Amount")}>
        <Money amount={item.amount} currency={currency} showCurrency />
      </Fact>
      <Fact name={t("From")}>
        {t("{day}, {months, plural, one {1 month} other {# months}}", { day: formatDay(item.from), months: item.months })}
      </Fact>
      <Fact name={balance}>
        <a href={`#${recordAddress(clientId, "schedules", `roll-forward:${item.accountId}`)}`}>{account}</a>
      </Fact>
      <Fact name={other}>{otherAccount}</Fact>
      {item.sourceId === undefined ? null : (
        <Fact name={t("Transaction")}>
          <a href={`#${documentAddress(clientId, item.sourceId)}`}>{source ?? t("Show transaction")}</a>
        </Fact>
      )}
      {item.bookedThrough === null ? null : (
        <Fact name={t("Already booked")}>{t("Through {day}", { day: formatDay(item.bookedThrough) })}</Fact>
      )}
      {item.memo === undefined ? null : <Fact name={t("Memo")}>{item.memo}</Fact>}
    </Facts>
  );
}
