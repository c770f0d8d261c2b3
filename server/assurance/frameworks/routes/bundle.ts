import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { dayText } from "#contract/format/time.ts";
import { BUNDLE, BUNDLE_DAYS_LIMIT, BUNDLE_LINKS_LIMIT } from "#contract/frameworks/bundle.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { whileAllowed, whileStill } from "#server/identity/sessions/still-allowed.ts";
import { largePieces } from "#server/platform/files/large-pieces.ts";
import { attachmentName } from "#server/platform/http/attachment-name.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { addSecretScope, sendPage } from "#server/platform/http/secret-scope.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { createTurns } from "#server/platform/turns/turns.ts";
import type { BundleOf } from "../bundle/bundle-of.ts";
import { fileStem } from "../file-stem.ts";
import type { BundleKeyStore } from "../store/bundle-keys.ts";
import type { BundleLinkStore } from "../store/bundle-links.ts";
import { ofOneClient } from "./add-frameworks.ts";

export type BundleDeps = {
	links: BundleLinkStore;
	keys: Pick<BundleKeyStore, "list" | "replace" | "signs">;
	/** What the file's name says of a framework and its client. */
	stem(scope: ClientScope, framework: FrameworkId): Promise<string>;
	/** The bundle piece by piece. */
	write(scope: ClientScope, of: BundleOf): Promise<AsyncGenerator<Uint8Array>>;
	publicUrl: () => string;
};

const fileName = (stem: string, { from, to }: Window) => `audit-bundle-${stem}-${from}-${to}.zip`;

/** What an auditor takes along: the bundle, and links to it. */
export function addBundle(
	app: FastifyInstance,
	{ links, keys, stem, write, publicUrl }: BundleDeps,
	senders: Senders,
): void {
	addOperation(app, OPERATIONS.readBundle, { senders }, async ({ scope, params, query, request, reply }) => {
		const of = { framework: params.frameworkId, ...query };
		const pieces = await write(ofOneClient(scope), of);
		const name = fileName(await stem(ofOneClient(scope), of.framework), of);
		reply.header("Content-Disposition", `attachment; ${attachmentName(name)}`);
		// The answer has started, so all we can do is cut it off: the manifest comes last, and a bundle without it is not valid.
		const file = Readable.from(whileAllowed(largePieces(pieces), request, senders, "audit")).on("error", (error) =>
			request.log.error({ error }, "a bundle was cut off"),
		);
		return reply.type(BUNDLE.mediaType).send(file);
	});
	addOperation(app, OPERATIONS.listBundleKeys, { senders }, async ({ scope }) => ({
		keys: await keys.list(scope),
		signs: keys.signs,
	}));
	addOperation(app, OPERATIONS.replaceBundleKey, { senders }, async ({ scope, body, reply }) => {
		if (await keys.replace(scope, body.instead)) return { keys: await keys.list(scope), signs: true };
		return sendError(reply, "unavailable", "This server has no secret to keep keys with, so nothing was changed.");
	});
	addOperation(app, OPERATIONS.listBundleLinks, { senders }, async ({ scope, params }) => ({
		links: await links.list(ofOneClient(scope), params.frameworkId),
	}));
	addOperation(app, OPERATIONS.addBundleLink, { senders }, async ({ scope, params, body, reply }) => {
		const token = newToken();
		const asked = { request: body, tokenHash: tokenHash(token) };
		const link = await links.add(ofOneClient(scope), params.frameworkId, asked);
		switch (link) {
			case "bad_end":
				return sendError(
					reply,
					"invalid_body",
					`The link has to end today or later, and within ${BUNDLE_DAYS_LIMIT} days. Nothing was made.`,
				);
			case "limit_reached":
				return sendError(
					reply,
					"limit_reached",
					`A client can have ${BUNDLE_LINKS_LIMIT} links that work. Please revoke one of them first.`,
				);
			default:
				return { link, url: new URL(`/bundle/${token}`, publicUrl()).href };
		}
	});
	addOperation(app, OPERATIONS.removeBundleLink, { senders }, async ({ scope, params, reply }) => {
		if (await links.remove(ofOneClient(scope), params.frameworkId, params.linkId)) return undefined;
		return sendError(reply, "not_found", "This link does not exist. It may have been revoked already.");
	});
}

/** One page for links that expired, were revoked or never existed: guessing reveals nothing. */
const GONE = noticePage({
	title: "This bundle is not here",
	paragraphs: [
		"The link may be mistyped or cut off, it may have expired, or the person who made it may have revoked it.",
		"Please ask the person who gave you the link for a new one.",
	],
	link: { href: "/", label: "To the start page" },
});

const RETRY_SECONDS = 30;
/** How many downloads of one link run at a time: each reads a whole year, and anyone who has the link can start one. */
const TURNS = { atOnce: 16, eachAtOnce: 2, each: 2, waitMs: 0 };
const BUSY = noticePage({
	title: "This bundle is being downloaded",
	paragraphs: ["Two downloads with this link are under way. Please wait until one of them is done, and try again."],
	link: { href: "/", label: "To the start page" },
});

type Params = { Params: { token: string } };

/** What an auditor's link leads to: a page that says what it is, and the file. */
export function addBundlePages(app: FastifyInstance, { links, write }: Pick<BundleDeps, "links" | "write">): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/bundle/:token", async ({ params }, reply) => {
			const found = await links.find(tokenHash(params.token));
			if (!found) return sendPage(reply, 404, GONE);
			const { link, framework, clientName, workspaceName } = found;
			const page = noticePage({
				title: `${framework}: ${clientName}`,
				paragraphs: [
					`${workspaceName} gives you the controls, test runs and evidence for ${dayText(link.from)} to ${dayText(link.to)}, as one .zip. Unpack it and open index.html; it needs no network.`,
					`This link works until ${dayText(link.endsOn)} (UTC). Every download is recorded, and the custody list of each piece of evidence says that its files were opened.`,
				],
				link: {
					href: `/bundle/${params.token}/${encodeURIComponent(fileName(fileStem({ id: link.framework, name: framework }, clientName), link))}`,
					label: "Download the bundle",
				},
			});
			return sendPage(reply, 200, page);
		});
		const turns = createTurns(TURNS);
		pages.get<Params>("/bundle/:token/:name", async ({ params, log }, reply) => {
			const hash = tokenHash(params.token);
			const found = await links.find(hash);
			if (!found) return sendPage(reply, 404, GONE);
			const turn = await turns.take([found.link.id]);
			if (!turn) return sendPage(reply.header("Retry-After", String(RETRY_SECONDS)), 503, BUSY);
			try {
				await links.countDownload(found.link.id);
				const { framework, from, to } = found.link;
				const of = { framework, from, to };
				// Cut off when the link is revoked, but not at midnight: what began on its last day is read to its end.
				const pieces = whileStill(largePieces(await write(found.scope, of)), () => links.exists(found.link.id));
				// It counts as over however it ends: it may never have been read.
				const file = Readable.from(pieces)
					.on("error", (error) => log.error({ error }, "a bundle was cut off"))
					.on("close", turn.end);
				const name = fileName(fileStem({ id: framework, name: found.framework }, found.clientName), of);
				reply.header("Content-Disposition", `attachment; ${attachmentName(name)}`);
				return reply.type(BUNDLE.mediaType).send(file);
			} catch (error) {
				turn.end();
				throw error;
			}
		});
	});
}
