/** The forms that make something new. */
export const NEW_FORMS = ["bill", "invoice", "credit", "journal", "payment"] as const;
export type NewForm = (typeof NEW_FORMS)[number];

/** What the last part of the screen's address opens. */
export type WritePlace =
  | { readonly kind: "queue" }
  | { readonly kind: "job" | "again" | "review" | "conflict"; readonly jobId: string }
  | { readonly kind: "new"; readonly form: NewForm }
  | { readonly kind: "change" | "void" | "delete"; readonly documentId: string };

/**
 * Reads the last part of the address: `new-bill`, `change-<document>`, `void-<document>`,
 * `delete-<document>`, `again-<job>`, `review-<job>`, `conflict-<job>`, or a job by its id alone.
 */
export function readWritePlace(part: string | null): WritePlace {
  if (part === null || part === "") return { kind: "queue" };
  const [, word, rest] = /^(new|change|void|delete|again|review|conflict)-(.+)$/.exec(part) ?? [];
  if (word === undefined || rest === undefined) return { kind: "job", jobId: part };
  if (word === "again" || word === "review" || word === "conflict") return { kind: word, jobId: rest };
  if (word !== "new") return { kind: word as "change" | "void" | "delete", documentId: rest };
  const form = NEW_FORMS.find((name) => name === rest);
  return form === undefined ? { kind: "queue" } : { kind: "new", form };
}
