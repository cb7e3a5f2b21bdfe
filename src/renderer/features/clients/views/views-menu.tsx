import { ChevronDown, X } from "lucide-react";
import { useId, useState } from "react";
import { t } from "../../../language/t.ts";
import {
  changeGrouping,
  deleteView,
  GROUPINGS,
  openView,
  type SavedView,
  saveView,
  useDashboardView,
} from "../../../state/views/dashboard-view.ts";
import { Button } from "../../../ui/controls/button.tsx";
import opener from "../../../ui/controls/opener.module.css";
import { GROUPING_LABELS } from "../dashboard-rows.ts";
import { gridLook, showGridLook } from "./grid-view.ts";
import styles from "./views-menu.module.css";

/** How the dashboard is grouped, and the ways to look at it that a person has named. */
export function ViewsMenu() {
  const { groupBy, saved } = useDashboardView();
  const [name, setName] = useState("");
  const id = useId();
  const save = (): void => {
    if (name.trim() === "") return;
    saveView(name.trim(), gridLook());
    setName("");
  };
  return (
    <>
      <label className={styles.grouping}>
        {t("Group by")}
        <select
          className={styles.select}
          value={groupBy}
          onChange={(event) => changeGrouping(GROUPINGS.find((one) => one === event.target.value) ?? "none")}
        >
          {GROUPINGS.map((one) => (
            <option key={one} value={one}>
              {GROUPING_LABELS[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className={opener.opener} popoverTarget={id}>
        {t("Views")}
        <ChevronDown size={14} aria-hidden />
      </button>
      <div id={id} popover="auto" className={styles.menu} role="group" aria-label={t("Saved views")}>
        {saved.length === 0 ? (
          <p className={styles.quiet}>{t("A view saves the filter, grouping, sort order and columns under a name.")}</p>
        ) : null}
        {saved.map((view) => (
          <ViewRow key={view.name} view={view} menu={id} />
        ))}
        <form
          className={styles.save}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <input
            className={styles.select}
            aria-label={t("View name")}
            placeholder={t("View name")}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={name.trim() === ""}>
            {t("Save")}
          </Button>
        </form>
      </div>
    </>
  );
}

function ViewRow({ view, menu }: { readonly view: SavedView; readonly menu: string }) {
  return (
    <div className={styles.view}>
      <button
        type="button"
        className={styles.name}
        popoverTarget={menu}
        popoverTargetAction="hide"
        onClick={() => {
          openView(view);
          showGridLook(view);
        }}
      >
        {view.name}
      </button>
      <Button
        kind="quiet"
        aria-label={t("Delete view {name}", { name: view.name })}
        icon={<X size={13} aria-hidden />}
        onClick={() => deleteView(view)}
      />
    </div>
  );
}
