import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import { subscribe } from "../../../api/client.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";

/** A sign-in's current state, updated live. Null when the core no longer knows it. */
export function useSignIn(signInId: string | null): SignInView | null | undefined {
  const queries = useQueryClient();
  const input = { signInId: signInId ?? "" };
  const shown = useCoreQuery("signIn.show", input, { enabled: signInId !== null });
  useEffect(
    () =>
      subscribe("signIn.changed", (view) => {
        queries.setQueryData(["signIn.show", { signInId: view.signInId }], view);
        void queries.invalidateQueries({ queryKey: ["signIn.address"] });
      }),
    [queries],
  );
  return signInId === null ? null : shown.data;
}
