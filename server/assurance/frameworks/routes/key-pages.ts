import type { FastifyInstance } from "fastify";
import { dayText } from "#contract/format/time.ts";
import { bundleKeyId } from "#contract/frameworks/bundle.ts";
import { sendPage } from "#server/platform/http/secret-scope.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import { pageShell } from "#server/platform/paper/pages/page-shell.ts";
import { html } from "#server/platform/texts/html.ts";
import { checkLines, fingerprintOf, keyPath, pemOf } from "../bundle/signing-key.ts";
import type { BundleKeyStore, PublishedKey } from "../store/bundle-keys.ts";

type Params = { Params: { name: string } };

const UNKNOWN = noticePage({
	title: "There is no such key",
	paragraphs: ["The address may be cut off. The bundle’s manifest.json has the whole of it."],
	link: { href: "/", label: "To the start page" },
});

/** Public keys that signed bundles: a page for people, and the key itself. Neither needs an account. */
export function addKeyPages(app: FastifyInstance, { keys }: { keys: Pick<BundleKeyStore, "find"> }): void {
	app.get<Params>("/keys/:name", async ({ params: { name } }, reply) => {
		const id = bundleKeyId.safeParse(name.replace(/\.pem$/, ""));
		const found = id.success ? await keys.find(id.data) : undefined;
		reply.headers({ "Cache-Control": "no-cache", "X-Robots-Tag": "noindex, nofollow, noarchive" });
		if (!found) return sendPage(reply, 404, UNKNOWN);
		if (!name.endsWith(".pem")) return sendPage(reply, 200, keyPage(found));
		return reply
			.type("application/x-pem-file")
			.header("Content-Disposition", `attachment; filename="${found.id}.pem"`)
			.send(pemOf(found.publicKey));
	});
}

function keyPage({ id, publicKey, workspaceName, createdAt, retiredAt, workspaceDeletedAt }: PublishedKey): string {
	const day = (at: Date) => dayText(at.toISOString(), "utc");
	const check = checkLines(id);
	const title =
		workspaceName === null ? "Signing key of a deleted workspace" : `Signing key of ${workspaceName.trim()}`;
	return pageShell({
		title,
		home: "/",
		main: html`<div class="notice">
<h1>${title}</h1>
${
	workspaceDeletedAt
		? html`<p>The workspace was deleted on ${day(workspaceDeletedAt)}, and its private key with it. Audit bundles that it signed before can still be checked with this key.</p>`
		: undefined
}
<p>${
			retiredAt
				? html`It signed audit bundles from ${day(createdAt)} to ${day(retiredAt)} (UTC). A bundle that gives a later day is not from this workspace.`
				: html`It has signed audit bundles since ${day(createdAt)} (UTC).`
		}</p>
<p><a href="${keyPath(id)}.pem">Download the public key</a> (Ed25519). Its SHA-256 is <code>${fingerprintOf(publicKey)}</code>.</p>
<p>To check a bundle, unpack it, put the key next to its <code>manifest.json</code>, and run this with OpenSSL 3:</p>
<div class="evidence"><pre>${check.signature}</pre></div>
<p>It prints “Signature Verified Successfully”. The manifest has the SHA-256 of every file. This compares them all and prints nothing if they match:</p>
<div class="evidence"><pre>${check.files}</pre></div>
</div>`,
	});
}
