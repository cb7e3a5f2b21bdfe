import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { t } from "../../language/t.ts";
import { announce } from "../window/announcements.ts";
import { useCoreCommand, useCoreQuery } from "./core-query.ts";

const KEY = ["signIn.keychain", {}];

/** Whether tokens can be stored. Asked each time a screen needs a sign-in, because a keychain can become available or unavailable. */
export function useKeychain() {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries({ queryKey: KEY }), [queries]);
  return useCoreQuery("signIn.keychain", {});
}

/** Lets new tokens stay in memory until Tieout closes. */
export function useKeepForSession(onKept?: () => void) {
  const queries = useQueryClient();
  const command = useCoreCommand("signIn.keepForSession");
  const keep = () =>
    command.mutate(
      {},
      {
        onSuccess: (state) => {
          queries.setQueryData(KEY, state);
          announce(t("New sign-ins are kept for this session only."));
          onKept?.();
        },
      },
    );
  return { keep, isPending: command.isPending, failure: command.error?.failure ?? null };
}
