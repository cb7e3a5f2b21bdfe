import { useQueries } from "@tanstack/react-query";
import { Merge, X } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { chooseContacts } from "../../state/views/selected-contacts.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { mergeActs } from "../../ui/contacts/merge-acts.ts";
import { MergeDialog } from "../../ui/contacts/merge-dialog.tsx";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./contacts.module.css";

/** What can be done with the marked contacts: two or more can be merged into one. */
export function MergeBar({ clientId, ids }: { readonly clientId: string; readonly ids: readonly string[] }) {
  const [asking, setAsking] = useState(false);
  const { perform, pending } = useActs(clientId);
  if (ids.length === 0) return null;
  return (
    <section className={styles.chosen} aria-label={t("Selected contacts")}>
      <span>{t("{count, plural, one {1 contact selected} other {{count} contacts selected}}", { count: ids.length })}</span>
      <Button
        needs="preparer"
        icon={<Merge size={14} aria-hidden />}
        disabled={ids.length < 2 || pending !== null}
        onClick={() => setAsking(true)}
      >
        {t("Merge…")}
      </Button>
      {ids.length < 2 ? <span className={textStyles.muted}>{t("Select another contact to merge with this one.")}</span> : null}
      <span className={layout.grow} />
      <Button kind="quiet" icon={<X size={14} aria-hidden />} onClick={() => chooseContacts(clientId, [])}>
        {t("Clear selection")}
      </Button>
      {asking ? (
        <Merging
          clientId={clientId}
          ids={ids}
          onClose={() => setAsking(false)}
          onMerge={(keepId, absorbIds, words) => {
            setAsking(false);
            chooseContacts(clientId, []);
            void perform({ key: keepId, words, ...mergeActs(clientId, keepId, absorbIds) });
          }}
        />
      ) : null}
    </section>
  );
}

interface MergingProps {
  readonly clientId: string;
  readonly ids: readonly string[];
  readonly onMerge: (keepId: string, absorbIds: readonly string[], words: string) => void;
  readonly onClose: () => void;
}

function Merging({ clientId, ids, onMerge, onClose }: MergingProps) {
  const shown = useQueries({
    queries: ids.map((id) => ({ queryKey: ["parties.show", { clientId, id }], queryFn: () => call("parties.show", { clientId, id }) })),
  });
  const parties = shown.flatMap(({ data }) => data?.party ?? []);
  if (parties.length < ids.length) return null;
  return <MergeDialog parties={parties} onMerge={onMerge} onClose={onClose} />;
}
