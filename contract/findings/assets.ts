import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { clientId, scanId } from "#contract/ids.ts";
import { coverage, scanFailure, scanKind, scanStatus, severityCounts } from "#contract/scans/scans.ts";
import { ownedTarget } from "#contract/scans/targets.ts";
import { hostEvaluation } from "./host-evaluation.ts";

/** A host that a workspace has added or scanned. */
export const asset = z.object({
	/** Host name or IP address, lower case. */
	host: z.string(),
	/** The client it belongs to; the workspace's own client if it was not given to another. */
	clientId,
	/** The name of that client; empty for the workspace's own. Untrusted text. */
	client: z.string(),
	/** Null if it was scanned but never added. */
	claim: z.nullable(ownedTarget),
	/** What its scans have evaluated. Without this, "no open findings" would mean nothing. */
	evaluation: hostEvaluation,
	/** The newest scan of each kind, newest first. */
	scans: z.array(
		z.object({
			scanId,
			kind: scanKind,
			status: scanStatus,
			coverage: z.nullable(coverage),
			failure: z.nullable(scanFailure),
			at: z.iso.datetime(),
		}),
	),
	/** Open findings, counted as in `GET findings/`. */
	open: severityCounts,
	/** The earliest expiry among the certificates last seen on its ports; null if none was seen. */
	certificateEndsAt: z.nullable(z.iso.datetime()),
	/** Software seen there whose support has ended or ends within a year, soonest first. */
	endOfLife: z.array(z.object({ product: z.string(), on: z.iso.date() })),
});
export type Asset = z.infer<typeof asset>;

/** `GET assets/`: by client, then host. */
export const assetList = z.object({ assets: z.array(asset) });
export type AssetList = z.infer<typeof assetList>;

/**
 * `PATCH assets/{host}/`: moves it to another client, with its findings, scans and schedules. The client is given by id or by name.
 * A new name becomes a client if the sender may manage clients. Without either: the workspace itself.
 */
export const assetChange = z.strictObject({
	clientId: z.optional(clientId),
	client: z.optional(
		z
			.string("Please give the client as text.")
			.check(inOneLine(), z.trim(), atMost(100, "At most 100 characters, please.")),
	),
});
export type AssetChange = z.infer<typeof assetChange>;
