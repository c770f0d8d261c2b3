import { dayText } from "#contract/format/time.ts";
import { html } from "../../texts/html.ts";

/** Where a shared page says that it is shared. Escaped text never contains it. */
export const SHARE_SLOT = "<!--shared-->";

/** The page that people with a link see: with its PDF, and how long the link works. */
export const sharedPage = (page: string, { pdf, expiresAt }: { pdf: string; expiresAt: Date }): string =>
	page.replace(SHARE_SLOT, () =>
		html`<p class="shared screen-only">This report was shared with you by a link that works until ${dayText(expiresAt, "utc")}. <a href="${pdf}">Download it as PDF</a></p>
`.toString(),
	);
