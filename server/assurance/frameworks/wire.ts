import { csvLines } from "#contract/csv.ts";
import { OSCAL_MODELS, type Window } from "#contract/frameworks/effectiveness.ts";
import { type FrameworkDetail, STATEMENT_FORMATS } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { Base } from "#server/platform/base.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { SealSecrets } from "#server/platform/keys/seal-secrets.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { TestsAdded } from "../controls/tests-added.ts";
import { packOf } from "../packs/read-packs.ts";
import type { BundleDocument } from "./bundle/bundle-document.ts";
import type { BundleOf } from "./bundle/bundle-of.ts";
import { keyPath } from "./bundle/signing-key.ts";
import { writeBundle } from "./bundle/write-bundle.ts";
import { createLoadCatalog } from "./catalog/load-catalog.ts";
import { createCatalogReaders } from "./catalog/readers.ts";
import { effectivenessDocument } from "./effectiveness/effectiveness-document.ts";
import { POPULATION_CSV } from "./effectiveness/population.ts";
import { createEffectiveness } from "./effectiveness/read-effectiveness.ts";
import { fileStem } from "./file-stem.ts";
import type { OscalData } from "./oscal/oscal-data.ts";
import { oscalFile } from "./oscal/oscal-file.ts";
import { type Papers, subjectOf } from "./paper.ts";
import { type StatementFormat, statementFile } from "./statement/statement-file.ts";
import { createBundleKeys } from "./store/bundle-keys.ts";
import { createBundleLinks } from "./store/bundle-links.ts";
import { readBundleSource } from "./store/bundle-source.ts";
import { createCatalogStore } from "./store/catalog-store.ts";
import { createFrameworkStore } from "./store/framework-store.ts";
import { readOscalFacts } from "./store/oscal-facts.ts";
import { createOwnFrameworkStore } from "./store/own-framework-store.ts";
import { readPaperWhose } from "./store/whose.ts";

/** Assessments as they were signed; undefined if there are none. */
type SignedPdfs = { pdf(scope: ClientScope, id: string, revision?: number): Promise<{ file: Buffer } | undefined> };

type FrameworkParts = {
	objects: ObjectStore | undefined;
	papers: Papers;
	assessments: SignedPdfs;
	/** Encrypt the keys that sign bundles. */
	sealSecrets: SealSecrets;
	testsAdded: Moment<TestsAdded>;
};

/** Frameworks of clients. */
export function wireFrameworks(
	{ deps: { now }, pool, walled, origins, onClose }: Base,
	{ objects, papers, assessments, sealSecrets, testsAdded }: FrameworkParts,
) {
	const readers = createCatalogReaders();
	onClose(readers.close);
	const catalogs = createCatalogStore(walled, now);
	const store = createFrameworkStore(walled, now, testsAdded);
	const whose = (scope: ClientScope) => readPaperWhose(within(walled, scope), scope, now());
	const effectiveness = createEffectiveness({ walled, now });
	const stem = async (scope: ClientScope, framework: FrameworkId): Promise<string> => {
		const [pack, made] = await Promise.all([packOf(within(walled, scope), scope, framework), whose(scope)]);
		return fileStem(pack, subjectOf(made));
	};
	const statementOf = async (
		scope: ClientScope,
		framework: FrameworkDetail,
		format: StatementFormat,
	): Promise<Buffer> => statementFile(papers, await whose(scope), { framework, format });
	const effectivenessPdf = async (scope: ClientScope, framework: FrameworkId, window: Window): Promise<Buffer> => {
		const pack = await packOf(within(walled, scope), scope, framework);
		const [made, read] = await Promise.all([whose(scope), effectiveness.read(scope, framework, window)]);
		return papers.document(made, effectivenessDocument(made, pack, read));
	};
	const oscalDataOf = async (scope: ClientScope, framework: FrameworkDetail, window: Window): Promise<OscalData> => {
		const [made, read, rest] = await Promise.all([
			whose(scope),
			effectiveness.withRows(scope, framework.id, window),
			readOscalFacts(within(walled, scope), scope, { framework: framework.id, ...window }),
		]);
		const changedAt = new Date(Math.max(read.changedAt.getTime(), rest.changedAt.getTime())).toISOString();
		const about = { window, clientId: scope.clientId, subject: subjectOf(made), framework };
		return { ...about, ...read, ...rest, changedAt };
	};
	const documentsOf = (
		scope: ClientScope,
		detail: FrameworkDetail,
		{ framework, ...window }: BundleOf,
	): BundleDocument[] => {
		// Read once for all three of them.
		let oscal: ReturnType<typeof oscalDataOf> | undefined;
		return [
			...STATEMENT_FORMATS.map((format) => ({
				path: `documents/statement-of-applicability.${format}`,
				pieces: whole(() => statementOf(scope, detail, format)),
			})),
			{
				path: "documents/operating-effectiveness.pdf",
				pieces: whole(() => effectivenessPdf(scope, framework, window)),
			},
			...OSCAL_MODELS.map((model) => ({
				path: `documents/oscal/${model}.json`,
				pieces: () =>
					oscalFile(model, () => {
						oscal ??= oscalDataOf(scope, detail, window);
						return oscal;
					}),
			})),
			{
				path: "documents/findings.csv",
				async *pieces() {
					yield* csvLines(POPULATION_CSV, await effectiveness.population(scope, framework, window));
				},
			},
		];
	};
	const keys = createBundleKeys({ pool, walled }, createSecretBox(sealSecrets, "bundle keys"), now);
	return {
		store,
		stem,
		effectiveness,
		readOscalData: async (scope: ClientScope, framework: FrameworkId, window: Window): Promise<OscalData> =>
			oscalDataOf(scope, await store.detail(scope, framework), window),
		effectivenessPdf,
		statement: async (scope: ClientScope, framework: FrameworkId, format: StatementFormat): Promise<Buffer> =>
			statementOf(scope, await store.detail(scope, framework), format),
		catalogs,
		catalogFiles: createLoadCatalog(readers, catalogs),
		own: { store: createOwnFrameworkStore(walled, now), readers },
		bundles: {
			links: createBundleLinks(pool, walled, now),
			keys,
			stem,
			async write(scope: ClientScope, of: BundleOf) {
				const begunAt = now();
				const [signer, framework, source] = await Promise.all([
					keys.signer(scope),
					store.detail(scope, of.framework),
					readBundleSource(walled, scope, of, {
						now: begunAt,
						objects,
						signedPdf: async (id, revision) => (await assessments.pdf(scope, id, revision))?.file,
					}),
				]);
				const signing = signer && { ...signer, address: new URL(keyPath(signer.keyId), origins().publicUrl).href };
				return writeBundle(of, source, {
					documents: documentsOf(scope, framework, of),
					framework,
					signing,
					begunAt,
					now,
				});
			},
		},
	};
}

const whole = (make: () => Promise<Buffer>) =>
	async function* () {
		yield await make();
	};

export type Frameworks = ReturnType<typeof wireFrameworks>;
