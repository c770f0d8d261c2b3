/** Addresses of the data-protection questionnaire that another provider runs. Undefined: we run our own. */
export type Embed = { script: string; form: string };

/** What one page may do beyond the others. `foreign`: it runs another provider's script, which does not support Trusted Types. */
type PagePolicy = { scripts?: string; frames?: string; framedBy?: string; foreign?: boolean };

/**
 * Our only Trusted Types policy: for registering the page's worker (`src/sw-bridge/start.ts`). Duplicates are allowed, because a
 * page may register it twice.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types worker-url 'allow-duplicates'"];

const contentSecurityPolicy = (
	{ scripts = "", frames = "'none'", framedBy = "'none'", foreign = false }: PagePolicy,
	styles: readonly string[],
) =>
	[
		"default-src 'self'",
		`script-src 'self'${scripts}`,
		`style-src ${["'self'", ...styles].join(" ")}`,
		// Photos and recordings that were captured and not sent yet are shown from the page's own memory.
		"img-src 'self' data: blob:",
		"media-src 'self' blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"object-src 'none'",
		`frame-src ${frames}`,
		`frame-ancestors ${framedBy}`,
		"base-uri 'none'",
		"form-action 'self'",
		...(foreign ? [] : TRUSTED_TYPES),
	].join("; ");

const OFF = ["accelerometer", "gyroscope", "magnetometer", "payment", "usb"];
/** For capturing evidence. Frames of other sites do not get these. */
const OWN = ["camera", "geolocation", "microphone"];

/** One page frames a questionnaire, and another one is that questionnaire. No other page frames anything or can be framed. */
function pagePolicy(path: string, embed: Embed | undefined): PagePolicy {
	switch (path.replace(/\.html$/, "")) {
		case "/ndpr":
			if (!embed) return { frames: "'self'" };
			return {
				scripts: ` ${new URL(embed.script).origin}`,
				frames: `'self' ${new URL(embed.form).origin}`,
				foreign: true,
			};
		case "/ndpr/assessment":
			return { framedBy: "'self'" };
		default:
			return {};
	}
}

type Page = {
	path: string;
	isHttps: boolean;
	embed?: Embed | undefined;
	/** Hashes of the inline styles that pages may have. */
	styles?: readonly string[];
};

/** The headers of every answer. With them, our own scanner finds nothing above `none`. */
export function securityHeaders({ path, isHttps, embed, styles = [] }: Page): Record<string, string> {
	const policy = pagePolicy(path, embed);
	return {
		"Content-Security-Policy": contentSecurityPolicy(policy, styles),
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": policy.framedBy ? "SAMEORIGIN" : "DENY",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Permissions-Policy": [...OFF.map((feature) => `${feature}=()`), ...OWN.map((feature) => `${feature}=(self)`)].join(
			", ",
		),
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		...(isHttps && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
	};
}
