import type { SecretBox } from "#server/platform/keys/secret-box.ts";

type Whose = { workspaceId: string; trackerId: string };

/** A token copied to another tracker, or another workspace, cannot be decrypted there. */
const bound = ({ workspaceId, trackerId }: Whose) => `${workspaceId} ${trackerId}`;

export const sealToken = (box: SecretBox, token: string, whose: Whose): Buffer =>
	box.seal(Buffer.from(token), bound(whose));

/** Undefined if it was encrypted with another key. */
export const openToken = (box: SecretBox, sealed: Buffer, whose: Whose): string | undefined =>
	box.open(sealed, bound(whose))?.toString();
