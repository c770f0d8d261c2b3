import type { WorkspaceId } from "#contract/ids.ts";
import type { MappedRole } from "#contract/sign-on/sign-on.ts";

export type Provider = {
	workspaceId: WorkspaceId;
	issuer: string;
	clientId: string;
	sealedSecret: Buffer;
	roleClaim: string | null;
	roleValues: { value: string; role: MappedRole }[];
	defaultRole: MappedRole | null;
	required: boolean;
};
