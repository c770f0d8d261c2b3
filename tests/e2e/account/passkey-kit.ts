import type { Page } from "@playwright/test";

export type Authenticator = {
	/** Whether the user touches it when asked, or chooses an offered passkey. */
	touch(enabled: boolean): Promise<void>;
	/** Whether the user can unlock it. */
	unlock(isUserVerified: boolean): Promise<void>;
	/** The passkeys it has. */
	credentials(): Promise<{ isResidentCredential: boolean; rpId?: string; userName?: string }[]>;
};

/** The browser's own virtual authenticator, whose user unlocks it whenever they touch it. */
export async function addAuthenticator(page: Page, { hasPrf = false } = {}): Promise<Authenticator> {
	const session = await page.context().newCDPSession(page);
	await session.send("WebAuthn.enable");
	const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			ctap2Version: "ctap2_1",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			hasPrf,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		async touch(enabled) {
			await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
		},
		async unlock(isUserVerified) {
			await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
		},
		credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
	};
}
