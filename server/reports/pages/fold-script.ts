import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { trusted } from "./html.ts";

const source = readFileSync(new URL("./scripts/fold.js", import.meta.url), "utf8");

/** The only script a report runs. Without it the report is whole, only longer. */
export const foldScript = trusted(`<script>${source}</script>`);

/** What a Content-Security-Policy calls it: any other script, and any change of this one, does not run. */
export const FOLD_SCRIPT_HASH = `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
