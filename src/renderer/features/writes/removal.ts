import type { DocumentView } from "#shared/contract/books/documents.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Withdrawal, WriteOperation } from "#shared/model/ledger/write.ts";
import { formatAmount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { REMOVAL_WORDS } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";
import { documentTitle } from "./document-title.ts";

type Removing = Extract<WriteOperation, { readonly kind: Withdrawal }>;

/** What is asked before a record is taken back, and what is said of it. */
export interface Removal {
  readonly act: Withdrawal;
  /** Null where it isn't known here, as of a payment. */
  readonly title: string | null;
  readonly question: string;
}

/** The question for a document that is seen here, or for a payment, which only its ledger update describes further. */
export function removalOf(act: Withdrawal, view: Pick<DocumentView, "document"> | undefined): Removal {
  if (view === undefined) return { act, title: null, question: paymentRemoval(act, false).question };
  const { document } = view;
  const title = documentTitle(view);
  const facts = `${document.total.currency} ${formatAmount(document.total.amount, document.total.currency)}, ${formatDay(document.issueDate)}`;
  return {
    act,
    title: `${REMOVAL_WORDS[act]} ${insideSentence(title)}`,
    question:
      act === "delete"
        ? t(
            "{title} ({facts}) will be deleted in the ledger. You may not be able to restore it there. Tieout keeps the last known version.",
            {
              title,
              facts,
            },
          )
        : document.number === undefined
          ? t("{title} ({facts}) will be voided in the ledger and will no longer count in the books.", { title, facts })
          : t("{title} ({facts}) will be voided in the ledger. It keeps its number and no longer counts in the books.", { title, facts }),
  };
}

/** The same for a payment, by what is known of it here: whether it is money from a customer. */
export function paymentRemoval(act: Withdrawal, isReceipt: boolean): { readonly title: string; readonly question: string } {
  return PAYMENT_REMOVALS[act][isReceipt ? "receipt" : "payment"];
}

const PAYMENT_REMOVALS = {
  void: {
    payment: {
      title: t("Void payment"),
      question: t("The payment will be voided in the ledger. Everything it settled will be outstanding again."),
    },
    receipt: {
      title: t("Void receipt"),
      question: t("The receipt will be voided in the ledger. Everything it settled will be outstanding again."),
    },
  },
  delete: {
    payment: {
      title: t("Delete payment"),
      question: t("The payment will be deleted in the ledger. Everything it settled will be outstanding again."),
    },
    receipt: {
      title: t("Delete receipt"),
      question: t("The receipt will be deleted in the ledger. Everything it settled will be outstanding again."),
    },
  },
} as const;

/**
 * Whether what is to be taken back is a payment: the books have no transaction with its ID. An update in conflict names either by its ID
 * alone.
 */
export function isOfPayment({ data, error }: Shown): boolean {
  return data === undefined && error?.failure.code === "not_found";
}

/** What came of asking for the transaction. */
interface Shown {
  readonly data: unknown;
  readonly error: { readonly failure: Pick<Failure, "code"> } | null;
}

/** The one record that an update takes back; undefined where it does something else, or takes back several. */
export function removedBy(operations: readonly WriteOperation[]): Removing | undefined {
  const [operation] = operations;
  return operations.length === 1 && (operation?.kind === "void" || operation?.kind === "delete") ? operation : undefined;
}

/**
 * How a kept update is sent that was reviewed as this act: as it is, or as a new update in its place where it asks for the other act,
 * which its ledger may refuse.
 */
export function sentFor(
  jobId: string,
  removing: Pick<Removing, "kind"> | undefined,
  act: Withdrawal | undefined,
): { readonly kept: string } | { readonly replaces: string } {
  return removing === undefined || act === undefined || removing.kind === act ? { kept: jobId } : { replaces: jobId };
}

/** What is asked before an update is sent that takes back several records; undefined where it takes back none. */
export function severalQuestion(operations: readonly WriteOperation[]): string | undefined {
  const count = operations.filter(({ kind }) => kind === "void" || kind === "delete").length;
  if (count === 0) return undefined;
  return t(
    "{count, plural, one {1 transaction} other {# transactions}} will be voided or deleted in the ledger. You may not be able to restore {count, plural, one {it} other {them}} there.",
    { count },
  );
}
