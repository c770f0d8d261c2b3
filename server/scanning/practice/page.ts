import { site } from "#src/config/site.ts";

/** Where the practice target listens. */
export type PracticePorts = { httpPort: number; httpsPort: number };

/**
 * The only page: tells people what this is, and looks like a neglected directory listing to a scanner. The host of the second form exists
 * nowhere (RFC 2606): a form to this machine would be sent over no network, so it would be no weakness.
 */
export function practicePage({ httpPort, httpsPort }: PracticePorts): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Index of / (practice target)</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}</style>
<script src="https://code.jquery.com/jquery-1.12.4.min.js" async></script>
</head>
<body>
<h1>${site.name} practice target</h1>
<p>This small site is weak on purpose, so that you have something real to scan. It runs on your own machine only, and
everything in it is made up: there is no data, no login and no secret here.</p>
<p>Ask ${site.name} to scan <code>http://localhost:${httpPort}</code>, and then its encrypted twin,
<code>https://localhost:${httpsPort}</code>.</p>
<h2>Index of /</h2>
<ul><li><a href="/.env">.env</a></li><li><a href="/.git/HEAD">.git/HEAD</a></li><li><a href="/login">login</a></li></ul>
<form action="http://localhost:${httpPort}/" method="get"><label>Search <input name="q"></label> <button>Go</button></form>
<form action="http://news.practice.invalid/" method="get"><label>Our news, sent to <input name="address"></label> <button>Subscribe</button></form>
</body>
</html>
`;
}
