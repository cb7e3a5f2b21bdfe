import { useHashLocation } from "wouter/use-hash-location";
import { today } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import type { NewForm } from "../../state/window/write-address.ts";
import { NoEntry } from "./no-entry.tsx";
import { PaymentFormPage } from "./payments/payment-form-page.tsx";
import { blankDocument, blankPayment } from "./queue/job-form.ts";
import { createOperation } from "./transactions/entry-operation.ts";
import { DocumentFormPage } from "./transactions/transaction-form-page.tsx";
import { WithLedgerFacts } from "./with-ledger-facts.tsx";

const TYPES = { bill: "purchase_bill", invoice: "sales_invoice", credit: "purchase_credit", journal: "journal" } as const;
const TITLES = { bill: t("New bill"), invoice: t("New invoice"), credit: t("New credit note"), journal: t("New journal") } as const;

/** A blank form for something new, for those who can send it. */
export function NewPage({ clientId, form }: { readonly clientId: string; readonly form: NewForm }) {
  const [, navigate] = useHashLocation();
  const mayEnter = useMayAs("preparer");
  const leave = () => navigate(clientAddress(clientId, "writes"));
  if (!mayEnter) return <NoEntry clientId={clientId} />;
  return (
    <WithLedgerFacts clientId={clientId}>
      {(facts) => {
        const currency = facts.organisation?.baseCurrency ?? "";
        if (form === "payment")
          return <PaymentFormPage clientId={clientId} facts={facts} start={blankPayment(currency, today())} onLeave={leave} />;
        return (
          <DocumentFormPage
            clientId={clientId}
            title={TITLES[form]}
            facts={facts}
            start={blankDocument(TYPES[form], currency, today(), facts.lineTarget)}
            operationOf={createOperation}
            onLeave={leave}
          />
        );
      }}
    </WithLedgerFacts>
  );
}
