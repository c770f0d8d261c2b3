const WORKER = "/sw.js";

type TrustedTypes = {
	createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
};

/**
 * The worker's address as browsers with Trusted Types want it, the others as text. The policy makes this one address and no
 * other; the server's Content-Security-Policy allows no other policy.
 */
export function workerUrl(): string {
	const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
	return trustedTypes?.createPolicy("worker-url", { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER;
}
