import { readWritePlace } from "../../state/window/write-address.ts";
import { ConflictPage } from "./conflicts/conflict-page.tsx";
import { CopyPage } from "./copy-page.tsx";
import { ChangePage } from "./edit-page.tsx";
import { NewPage } from "./new-page.tsx";
import { Queue } from "./queue/write-queue.tsx";
import { RepeatPage, TemplatePage } from "./repeating/repeat-page.tsx";
import { RepeatingPage } from "./repeating/repeating-page.tsx";
import { AgainPage } from "./retry-page.tsx";
import { ReviewPage } from "./review/review-page.tsx";
import { PaymentRemovalPage, RemovalPage } from "./void-page.tsx";

/** Writing back: the queue, and the forms that add to it. `part` is what the address opens. */
export function WritesPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const place = readWritePlace(part);
  switch (place.kind) {
    case "new":
      return <NewPage key={place.form} clientId={clientId} form={place.form} />;
    case "change":
      return <ChangePage key={place.documentId} clientId={clientId} documentId={place.documentId} />;
    case "void":
    case "delete":
      return <RemovalPage key={`${place.kind} ${place.documentId}`} clientId={clientId} kind={place.kind} documentId={place.documentId} />;
    case "unpay":
      return <PaymentRemovalPage key={place.paymentId} clientId={clientId} documentId={place.documentId} paymentId={place.paymentId} />;
    case "copy":
    case "credit":
    case "pay":
      return <CopyPage key={`${place.kind} ${place.documentId}`} clientId={clientId} kind={place.kind} documentId={place.documentId} />;
    case "repeat":
      return <RepeatPage key={place.documentId} clientId={clientId} documentId={place.documentId} />;
    case "template":
      return <TemplatePage key={place.templateId} clientId={clientId} templateId={place.templateId} />;
    case "repeating":
      return <RepeatingPage clientId={clientId} />;
    case "again":
      return <AgainPage key={place.jobId} clientId={clientId} jobId={place.jobId} />;
    case "review":
      return <ReviewPage key={place.jobId} clientId={clientId} jobId={place.jobId} accountId={place.accountId} />;
    case "conflict":
      return <ConflictPage key={place.jobId} clientId={clientId} jobId={place.jobId} />;
    case "job":
      return <Queue clientId={clientId} jobId={place.jobId} />;
    default:
      return <Queue clientId={clientId} jobId={null} />;
  }
}
