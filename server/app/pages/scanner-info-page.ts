import { pageShell } from "#server/platform/paper/pages/page-shell.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { LIMITS } from "#server/scanning/engines/baseline/gather/session.ts";
import { POLITE_PER_SECOND } from "#server/scanning/engines/shared/proxy/pace.ts";
import { LISTED_REQUESTS } from "#server/scanning/engines/shared/proxy/sent-log.ts";
import { FILE_PATH } from "#server/scanning/targets/ownership/host-ownership.ts";
import { site } from "#src/config/site.ts";

type ScannerInfoPage = {
	/** Exactly what the scanner sends as `User-Agent`. */
	userAgent: string;
	publicUrl: string;
	/** Mailbox for opt-outs and complaints. */
	email: string;
};

const section = (id: string, heading: string, body: TrustedHtml): TrustedHtml =>
	html`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><div class="body prose">
${body}
</div></section>
`;

const tiers = html`<dl class="tiers">
<div><dt>Free scan: anyone, any public host</dt><dd>Passive. DNS questions about the name and its domain, at most ${LIMITS.handshakes} TLS handshakes, and GET or HEAD of the first page (<code>/</code>), on ports 80, 443, 8080 and 8443 only. Then GET of <code>/robots.txt</code>, of the sitemap it names (or <code>/sitemap.xml</code>), and of pages that the site names in links or in that sitemap: at most ${LIMITS.pages} pages in all, two at a time, and at most ${LIMITS.crawlRequests} requests besides the first page. No other address, no form, no sign-in, no guessing.</dd></div>
<div><dt>Hosts with verified ownership, or listed by the operator of this server</dt><dd>The same, plus a few GET requests for files that should never be public, such as <code>/.git/HEAD</code> and <code>/.env</code>. What they hold is not kept: only path, status, length and which pattern matched.</dd></div>
<div><dt>Engines that probe</dt><dd>Never part of the free scan. They need a signed-in user and proof of ownership from the scanned address: the file <code>${FILE_PATH}</code>, fetched from that address on port 443 or 80 under the host’s name, when the scan is accepted and again when it runs. A DNS record alone is not enough. They send at most ${POLITE_PER_SECOND} requests a second; hosts that the operator of this server has listed may get more.</dd></div>
</dl>`;

/** For operators of scanned hosts: who we are, what we send, where it stops, and how to opt out. */
export const scannerInfoPage = ({ userAgent, publicUrl, email }: ScannerInfoPage): string =>
	pageShell({
		title: "About our scanner",
		home: publicUrl,
		listed: true,
		main: html`<header class="title"><p class="kind">For operators of scanned hosts</p><div class="body"><h1>About our scanner</h1></div></header>
${section("why", "Why you see it", html`<p>Someone asked ${site.name} for a security scan of your host, most likely a colleague, a customer or you. We look at what any visitor of the host can see and email a report to the person who asked.</p>`)}
${section("recognize", "How to recognize it", html`<p>Every HTTP request carries this user agent:</p><figure class="evidence"><figcaption>User-Agent</figcaption><pre dir="ltr">${userAgent}</pre></figure><p>Connections go only to the address that your name resolved to at the start, and each redirect is checked again before it is followed. The report lists what was sent, with the time and the outcome of each. If a tool sends more than ${LISTED_REQUESTS} requests, it lists the first of them and says how many there were.</p>`)}
${section("robots", "What robots.txt decides", html`<p>Which pages it reads besides the first one. It goes by the group for <code>${userAgent.split("/", 1)[0] ?? ""}</code> or, if there is none, by the one for <code>*</code> (RFC 9309). If <code>/robots.txt</code> answers with an error of the server, or cannot be read, no other page is requested. Links marked <code>nofollow</code> are not followed.</p>`)}
${section("let-through", "How to let it through", html`<p>If a bot wall, a firewall or a sign-in answers in place of your site, the report has no grade and says what answered. To have the site itself checked, allow the user agent above in your wall, from the address that your logs show for it, and scan again.</p>`)}
${section("tiers", "What it sends", tiers)}
${section(
	"limits",
	"Where it stops",
	html`<ul>
<li>Private, loopback, link-local and metadata addresses are refused, also when a public name leads to them.</li>
<li>Scans are limited per requester, per mailbox, per host and per address.</li>
<li>It does not try to slip past blocks or rate limits. Parts that get no answer are reported as not evaluated.</li>
<li>Cookies’ values, page bodies and secrets are never kept as evidence.</li>
</ul>`,
)}
${section(
	"opt-out",
	"How to opt out",
	html`<p>Write to <a href="mailto:${email}">${email}</a> from an address of the domain, or of the network, and name the hosts. We stop scans of them, and of their addresses under other names, and answer with the day the opt-out ends. It has an end, because hosts and addresses change hands; you can renew it with another email.</p>
<p>You can also block the user agent above. And if a scan has done harm, please tell us when it was and which host, to the same address.</p>`,
)}`,
	});
