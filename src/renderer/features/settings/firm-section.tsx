import type { FirmProfile } from "#shared/contract/clients/firm.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useSettingActs } from "../../state/core/firm-acts.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { AdminNote } from "./admin-note.tsx";
import styles from "./settings-page.module.css";

/** The firm's name and logo, as printed on the cover of every close pack. */
export function FirmSection() {
  const profile = useCoreQuery("firm.profile", {});
  const { act, pending } = useSettingActs();
  const change = (input: { name?: string; logo?: string; noLogo?: boolean }): void => {
    const words = input.noLogo ? t("Logo removed.") : input.logo === undefined ? t("Firm name changed.") : t("Logo changed.");
    void act(words, () => call("firm.setProfile", input));
  };
  return (
    <div className={styles.stack} aria-busy={profile.isPending}>
      <AdminNote words={t("Only administrators can change the name and logo, or share the firm")} />
      <p className={styles.quiet}>{t("The firm's name and logo are printed on the cover of close packs and client reports.")}</p>
      {profile.error === null ? null : <FailureNote failure={profile.error.failure} />}
      {profile.data === undefined ? null : <FirmFields profile={profile.data} busy={pending} onChange={change} />}
    </div>
  );
}

interface FirmFieldsProps {
  readonly profile: FirmProfile;
  readonly busy: boolean;
  readonly onChange: (input: { name?: string; logo?: string; noLogo?: boolean }) => void;
}

function FirmFields({ profile: { name, logo }, busy, onChange }: FirmFieldsProps) {
  const bar = useRoleBar("admin");
  return (
    <>
      <div className={styles.row}>
        <label htmlFor="firm-name">{t("Firm name")}</label>
        <input
          // A colleague may change it while it is on the screen.
          key={name ?? ""}
          id="firm-name"
          className={styles.input}
          defaultValue={name ?? ""}
          maxLength={120}
          disabled={bar !== null}
          title={bar ?? undefined}
          placeholder={bar === null ? t("As your clients know it") : "–"}
          onBlur={(event) => {
            const next = event.target.value.trim();
            if (next !== (name ?? "")) onChange({ name: next });
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
          }}
        />
      </div>
      <div className={styles.row}>
        <span>{t("Logo")}</span>
        <div className={styles.stack}>
          {logo === null ? null : (
            <span>
              <img className={styles.logo} src={`data:image/${logo.kind};base64,${logo.content}`} alt={t("Current logo")} />
            </span>
          )}
          <div className={layout.wrappingLine}>
            <label className={styles.picker} title={bar ?? undefined}>
              {logo === null ? t("Choose a logo…") : t("Replace logo…")}
              <input
                id="firm-logo"
                type="file"
                accept="image/png,image/jpeg"
                disabled={busy || bar !== null}
                onChange={(event) => {
                  const file = event.target.files?.[0];
                  event.target.value = "";
                  if (file !== undefined) void file.arrayBuffer().then((bytes) => onChange({ logo: new Uint8Array(bytes).toBase64() }));
                }}
              />
            </label>
            {logo === null ? null : (
              <Button needs="admin" kind="quiet" disabled={busy} onClick={() => onChange({ noLogo: true })}>
                {t("Remove logo")}
              </Button>
            )}
          </div>
          <span className={styles.quiet}>{t("PNG or JPEG, up to 512 kB, with 16 to 2,000 pixels per side.")}</span>
        </div>
      </div>
    </>
  );
}
