import { Fragment, type ReactNode } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import type { NewForm } from "../../state/window/write-address.ts";
import layout from "../../styles/layout.module.css";
import { NoEntry } from "./no-entry.tsx";
import { PaymentFormPage } from "./payments/payment-form-page.tsx";
import { blankDocument, blankPayment } from "./queue/job-form.ts";
import { createOperation } from "./transactions/entry-operation.ts";
import { DocumentFormPage } from "./transactions/transaction-form-page.tsx";
import { useJournalDay } from "./use-journal-day.ts";
import { unfinishedDay } from "./use-unfinished-form.ts";
import { WithLedgerFacts } from "./with-ledger-facts.tsx";

const TYPES = { bill: "purchase_bill", invoice: "sales_invoice", credit: "purchase_credit", journal: "journal" } as const;
const TITLES = {
  purchase_bill: t("New bill"),
  sales_invoice: t("New invoice"),
  purchase_credit: t("New vendor credit"),
  sales_credit: t("New credit note"),
  journal: t("New journal"),
} as const;

/** A blank form for something new, for those who can send it. */
export function NewPage({ clientId, form }: { readonly clientId: string; readonly form: NewForm }) {
  const [location, navigate] = useHashLocation();
  const mayEnter = useMayAs("preparer");
  const leave = () => navigate(clientAddress(clientId, "writes"));
  if (!mayEnter) return <NoEntry clientId={clientId} />;
  return (
    <WithLedgerFacts clientId={clientId}>
      {(facts) => {
        const currency = facts.organisation?.baseCurrency ?? "";
        const begun = unfinishedDay(location) ?? today();
        if (form === "payment")
          return <PaymentFormPage clientId={clientId} facts={facts} start={blankPayment(currency, begun)} onLeave={leave} />;
        const type = TYPES[form];
        const page = (day: CalendarDate) => (
          <DocumentFormPage
            clientId={clientId}
            title={TITLES[type]}
            titles={TITLES}
            facts={facts}
            start={blankDocument(type, currency, day, facts.lineTarget)}
            operationOf={createOperation}
            onLeave={leave}
          />
        );
        return form === "journal" ? <OnJournalDay clientId={clientId}>{page}</OnJournalDay> : page(begun);
      }}
    </WithLedgerFacts>
  );
}

/** What begins with a journal's date, once that is known; with another date it begins again, as long as nothing was typed. */
function OnJournalDay({ clientId, children }: { readonly clientId: string; readonly children: (day: CalendarDate) => ReactNode }) {
  const day = useJournalDay(clientId);
  return day === null ? <div className={layout.column} aria-busy="true" /> : <Fragment key={day}>{children(day)}</Fragment>;
}
