import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { call } from "../../../api/client.ts";
import { contactIdOf } from "../../../format/labels/write-facts.ts";

/** As many as the core finds in one answer. */
const ASKED_AT_ONCE = 200;

/** The name of the contact that an update is about; null where it names none, or until it's known. */
export type ContactNameOf = (job: Pick<WriteJob, "operations">) => string | null;

/** The names of all the contacts in a list of updates, since its filter and its export read rows that aren't drawn. */
export function useContactNames(clientId: string, jobs: readonly WriteJob[] | undefined): ContactNameOf {
  const ids = useMemo(() => [...new Set((jobs ?? []).flatMap((job) => contactIdOf(job) ?? []))], [jobs]);
  const names: Readonly<Record<string, string>> = useQueries({
    queries: Array.from({ length: Math.ceil(ids.length / ASKED_AT_ONCE) }, (_, at) => {
      const some = ids.slice(at * ASKED_AT_ONCE, (at + 1) * ASKED_AT_ONCE);
      const input = { clientId, kind: "party", text: "", ids: some, limit: ASKED_AT_ONCE } as const;
      return { queryKey: ["choices.find", input], queryFn: () => call("choices.find", input) };
    }),
    combine: (found) => Object.fromEntries(found.flatMap(({ data }) => data ?? []).map(({ id, name }) => [id, name] as const)),
  });
  return useCallback(
    (job) => {
      const id = contactIdOf(job);
      return id === null ? null : (names[id] ?? null);
    },
    [names],
  );
}
