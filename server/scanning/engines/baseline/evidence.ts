import type { Instead } from "#contract/findings/findings.ts";
import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import type { CertificateEvidence, Endpoint, SeenSoftware, SoftwareEvidence, TlsEvidence } from "../shared/evidence.ts";
import type { Failure } from "./gather/failure.ts";

/** A body as received. `cut`: it was longer than the limit, and this is the start. */
export type RawBody = { status: "whole" | "cut"; bytes: Uint8Array } | { status: "unread"; reason: string };

/** One request and its answer. Header names are in lower case, with every value that was sent, each cut to the length we read. */
export type Exchange = {
	endpoint: Endpoint;
	url: string;
	status: number;
	headers: Map<string, string[]>;
};

/** Requesting `/` from an endpoint and following where it leads. */
export type Walk = {
	start: Endpoint;
	/** Redirects that were followed, in order. */
	hops: Exchange[];
	end:
		| { status: "answered"; exchange: Exchange }
		| { status: "failed"; url: string; failure: Failure }
		/**
		 * A redirect that was not followed: to a refused address, off the site, to something that is not a web address, or one too many.
		 */
		| {
				status: "stopped";
				from: Exchange;
				location: string;
				why: "refused" | "off-site" | "not-web" | "too-many";
				message: string;
		  };
};

/** The result of connecting to one of the target's ports. */
export type PortState = { port: number } & (
	| { status: "open"; at: CheckedAddress; scheme: "http" | "https" }
	| { status: "closed"; failure: Failure }
);

export type RedirectsEvidence = { host: string; ports: PortState[]; walks: Walk[] };

/** The page that a visitor of the site ends up with, or another one that the site names. */
export type PageEvidence = {
	exchange: Exchange;
	/** Whether the site names it, in a link or its sitemap. Otherwise it is where a walk ended. */
	named: boolean;
	/** Every answer on the way to it, including itself: any of them may set cookies, and each host needs HSTS of its own. */
	exchanges: Exchange[];
	html: boolean;
	/** How far it was read. */
	body: { status: "whole" | "cut" } | { status: "unread"; reason: string };
	/** What its markup says, as far as it was read; undefined if it is not HTML or could not be read. */
	markup: Markup | undefined;
};

export type Markup = {
	references: Reference[];
	generators: string[];
	/** Content policies given in meta elements of the head. */
	policies: string[];
	/** Referrer policies given in meta elements, in their order. */
	referrers: string[];
	title: string;
	/** The first 20,000 characters outside scripts and styles. */
	text: string;
	/** Paths with queries of pages on the same site that it links to, each once. `more`: there are more links than we read. */
	links: { paths: string[]; more: boolean };
	/** There are more references than we read. */
	moreReferences: boolean;
	/** False if a tag with absurdly many attributes ended the reading early. */
	complete: boolean;
};

/** A script, style, frame, form or picture that the page refers to, resolved against the page's address. */
export type Reference = { kind: "script" | "style" | "frame" | "form" | "image"; url: string; integrity: boolean };

export type ContentEvidence = {
	page: Exchange;
	/** As of its page. */
	named: boolean;
	/** Content policies given in meta elements of the head. */
	policies: string[];
	references: Reference[];
	software: SeenSoftware[];
	title: string;
	text: string;
};

/** The answer to a HEAD request that carried a foreign `Origin`. */
export type CorsEvidence = { exchange: Exchange; origin: string };

type MailEvidence = {
	/** The registered domain that the target belongs to: mail is sent in its name. */
	domain: string;
	/** SPF records found; undefined if the query was not answered. */
	spf: string[] | undefined;
	dmarc: string[] | undefined;
	/** For a domain that takes mail: what it says about connections that bring it. Undefined if it takes none, or that is not known. */
	receiving: { mtaSts: string[] | undefined; tlsRpt: string[] | undefined } | undefined;
};

type CaaEvidence = {
	domain: string;
	/** Those of the name itself, or of the nearest name above it that has any, each as `tag value`. */
	records: string[];
};

/** One path requested from a listed target. The body was checked and dropped immediately. */
export type ProbedFile = {
	path: string;
	status: number;
	/** Bytes of the answer, at most 4,096. */
	length: number;
	/** What in the body proves that the file is really there, in our own words; undefined if nothing does. */
	matched: string | undefined;
};
type FilesEvidence = { endpoint: Endpoint; files: ProbedFile[] };

/** Everything that can be collected, by part. Each rule is written for one of these. */
export type Evidences = {
	redirects: RedirectsEvidence;
	headers: PageEvidence;
	content: ContentEvidence;
	cors: CorsEvidence;
	software: SoftwareEvidence;
	tls: TlsEvidence;
	certificate: CertificateEvidence;
	mail: MailEvidence;
	caa: CaaEvidence;
	files: FilesEvidence;
};
export type Part = keyof Evidences;

/** The result of collecting one part. Nothing in either list: the part does not apply to this target. */
export type Gathered<P extends Part> = {
	units: Evidences[P][];
	/** What could not be checked, in plain sentences. With one gap, the part does not count as evaluated. */
	gaps: string[];
	/** What answered in place of the site's page, if no page was seen. */
	instead?: Instead;
};
