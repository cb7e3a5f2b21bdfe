import type { OperationInput } from "#main/operations/collection.ts";
import type { ProgramSetting } from "#shared/contract/app/programs.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { TechnicalDetails } from "../../ui/feedback/technical-details.tsx";
import styles from "./settings-page.module.css";

const COMMAND = "tieout mcp";

/** Which apps and assistants may read what: an assistant over MCP, for chosen clients. */
export function ProgramsSection() {
  const setting = useCoreQuery("programs.show", {});
  const save = useCoreCommand("programs.set");
  const undo = useCoreCommand("programs.undo");
  const isAdmin = useMayAs("admin");
  const failure = setting.error ?? save.error ?? undo.error;
  const onSuccess = () => {
    announce(t("Setting saved."));
    void setting.refetch();
  };
  const change = (input: OperationInput<"programs.set">) => save.mutate(input, { onSuccess });
  const { data } = setting;
  const isFixed = !isAdmin || data === undefined || save.isPending || undo.isPending;
  return (
    <div className={styles.stack} aria-busy={setting.isPending}>
      <p className={styles.quiet}>
        {t(
          "If you allow it, apps and AI assistants on this computer can read the clients you choose. They can't send anything to a ledger. Each request about a chosen client is logged in that client's activity. Each answer says which ledger it's from and when the client was last synced.",
        )}
      </p>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      <label className={styles.check} title={isAdmin ? undefined : t("Only administrators can change this.")}>
        <input
          type="checkbox"
          checked={data?.enabled ?? false}
          disabled={isFixed}
          onChange={(event) => change({ enabled: event.target.checked })}
        />
        {t("Let apps and AI assistants read the clients you choose")}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={data?.drafts ?? false}
          disabled={isFixed || data?.enabled !== true}
          onChange={(event) => change({ drafts: event.target.checked })}
        />
        {t("Also let them draft ledger updates for you to review and send")}
      </label>
      {data?.enabled === true ? <Clients setting={data} isFixed={isFixed} onChange={(clientIds) => change({ clientIds })} /> : null}
      {data === undefined || data.before === null ? null : (
        <div>
          <Button disabled={isFixed} onClick={() => undo.mutate({}, { onSuccess })}>
            {t("Undo last change")}
          </Button>
        </div>
      )}
      <TechnicalDetails>
        <p>
          <Sentence
            text="To connect an app or AI assistant that supports the Model Context Protocol (MCP), set it up to run the command {command}."
            values={{ command: <code className={text.unbroken}>{COMMAND}</code> }}
          />
        </p>
      </TechnicalDetails>
    </div>
  );
}

interface ClientsProps {
  readonly setting: ProgramSetting;
  readonly isFixed: boolean;
  readonly onChange: (clientIds: string[]) => void;
}

function Clients({ setting: { clientIds }, isFixed, onChange }: ClientsProps) {
  const clients = useCoreQuery("clients.list", {});
  return (
    <fieldset className={styles.group}>
      <legend>{t("Clients that apps and AI assistants can read")}</legend>
      {clients.error === null ? null : <FailureNote failure={clients.error.failure} />}
      {(clients.data?.rows ?? [])
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ clientId, name }) => (
          <label key={clientId} className={styles.check}>
            <input
              type="checkbox"
              checked={clientIds.includes(clientId)}
              disabled={isFixed}
              onChange={(event) => onChange(event.target.checked ? [...clientIds, clientId] : clientIds.filter((id) => id !== clientId))}
            />
            {name}
          </label>
        ))}
    </fieldset>
  );
}
