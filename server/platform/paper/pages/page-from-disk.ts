import { html, type TrustedHtml } from "../../texts/html.ts";

/** No script, nothing from the network, and no form. The styles are our own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A page in an exported .zip: it opens from a disk, without a network. `main` is already escaped. */
export const pageFromDisk = ({ title, main }: { title: string; main: TrustedHtml }): string =>
	html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
:root { color-scheme: light dark; color: CanvasText; background: Canvas; }
a { color: light-dark(#1d4ed8, #8fb2ff); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid #8886; }
</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.toString();
