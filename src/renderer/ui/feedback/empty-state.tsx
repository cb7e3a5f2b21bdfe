import type { ReactNode } from "react";
import { StateNote } from "./state-note.tsx";

/** A calm word in an empty place: what will be here, and the action that fills it. `page`: it is all that the screen holds. */
export function EmptyState(props: { readonly title: string; readonly page?: boolean; readonly children?: ReactNode }) {
  return <StateNote state="empty" {...props} />;
}
