// Writes docs/SETTINGS.md from server/platform/settings/config.ts: `npm run settings`.
import { writeFileSync } from "node:fs";
import { settingsPage } from "../server/app/settings/settings-page.ts";

writeFileSync(new URL("../docs/SETTINGS.md", import.meta.url), settingsPage());
