import "./styles/layout.module.css";
import "./styles/text.module.css";
import "./schemas-without-eval.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { call } from "./api/client.ts";
import { App } from "./app.tsx";
import { askForRows } from "./features/clients/use-dashboard.ts";
import { applyLanguage, followFirm } from "./language/languages.ts";
import { followNews } from "./state/core/core-events.ts";
import { queryClient } from "./state/core/query-client.ts";
import { takeAlone } from "./state/window/single-panel-window.ts";
import { applyTheme } from "./state/window/theme.ts";
import { ErrorBoundary } from "./ui/feedback/error-boundary.tsx";
import "@fontsource-variable/inter/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

applyLanguage();
applyTheme();
if (takeAlone()) await import("./styles/single-panel.css");
followNews(queryClient);
const rows = ["", "#/"].includes(window.location.hash) ? askForRows(queryClient) : null;
// A core that doesn't answer is shown as offline; the texts stay as this browser last heard them.
call("firm.english", {}).then(followFirm, () => undefined);
// Tables measure their text when they are first drawn. Without the font, the next one in line is measured. With its rows at hand,
// the dashboard is drawn once, not first without them.
await Promise.allSettled([document.fonts.load("13px 'Inter Variable'"), rows]);
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <ErrorBoundary of="window">
      <App />
    </ErrorBoundary>
  </QueryClientProvider>,
);
