import type { ReactNode } from "react";
import { StateNote } from "./state-note.tsx";

interface EmptyStateProps {
  readonly title: string;
  /** Why it's empty. `filtered`: a filter hides what there is. `done`: nothing is left to do. */
  readonly state?: "empty" | "filtered" | "done" | "not_synced" | "not_connected";
  /** It is all that the screen holds. */
  readonly page?: boolean;
  readonly children?: ReactNode;
}

/** A calm word in an empty place: what will be here, and the action that fills it. */
export function EmptyState({ state = "empty", ...props }: EmptyStateProps) {
  return <StateNote state={state} {...props} />;
}
