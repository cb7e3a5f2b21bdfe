import { EmptyNote } from "../../components/empty-note.tsx";

export function ConflictPage({ jobId }: { readonly clientId: string; readonly jobId: string }) {
  return <EmptyNote title={`Conflict of ${jobId}`} />;
}
