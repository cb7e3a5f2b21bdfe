import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import text from "../../styles/text.module.css";

interface PinSuggestionProps {
  /** A sign-off, or a close pack, which is signed with the key of the person who creates it. */
  readonly act?: "sign-off" | "pack";
}

/** Beside an act that signs, where people share this computer and signing requires no PIN: what that means, and who can change it. */
export function PinSuggestion({ act = "sign-off" }: PinSuggestionProps) {
  const people = useCoreQuery("people.list", {}).data ?? [];
  const isOff = usePinsOff();
  const isAdmin = useMayAs("admin");
  const name = people.find(({ current }) => current)?.name;
  if (!isOff || name === undefined || people.filter(({ active }) => active).length < 2) return null;
  return (
    <p className={text.muted}>
      {act === "pack"
        ? t("Creating a pack doesn't require a PIN, so anyone using this computer account could create one as {name}.", { name })
        : t("Signing off doesn't require a PIN, so anyone using this computer account could sign off as {name}.", { name })}{" "}
      {isAdmin ? (
        <Sentence
          text="You can change this under {people}."
          values={{ people: <a href="#/settings/people">{t("Settings › People")}</a> }}
        />
      ) : (
        t("An administrator can change this.")
      )}
    </p>
  );
}

/** Whether signing off requires no PIN on a computer that isn't one person's; false until that is known. */
export function usePinsOff(): boolean {
  const rule = useCoreQuery("people.pinRule", {}).data;
  const firm = useCoreQuery("firm.status", {}).data;
  return rule?.required === false && firm?.state === "alone";
}
