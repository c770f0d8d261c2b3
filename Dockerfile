# Two images: `server` (the default) has Node, the libraries it links to, and the product: no shell, no package manager.
# `worker` has a Debian with Nmap, SSLyze and Wapiti. Both also run the release step and the operator's commands.
# docs/DEPLOYMENT.md says how to run them; `npm run image` runs the steps below without a container engine.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

# Without the optional packages: the image has Node, and embedded PostgreSQL is for single machines.
FROM base AS packages
COPY package.json package-lock.json ./
RUN ["npm", "ci", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"]

# What the pages say about how long data is kept is fixed when they are built. Their address is the server's to fill in.
FROM base AS pages
ARG RETENTION_DAYS
COPY package.json package-lock.json ./
RUN ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
COPY index.html vite.config.ts tsconfig.json ./
COPY scripts/build scripts/build
COPY cli cli
COPY contract contract
COPY public public
COPY server server
COPY src src
COPY sw sw
RUN ["node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]

FROM base AS app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY contract contract
COPY src/config src/config
COPY server server
COPY scripts/operate.ts scripts/healthy.ts scripts/

# A root file system of what Node links to.
FROM base AS system
WORKDIR /system
RUN mkdir -p tmp var/lib/plumbline usr/local/bin \
 && cp -L "$(command -v node)" usr/local/bin/node \
 && ldd usr/local/bin/node | grep -o '/[^ ]*' | xargs cp -L --parents -t . \
 && chmod 1777 tmp

FROM base AS toolbox
RUN apt-get update \
 && apt-get install -y --no-install-recommends nmap python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*

# As the product installs them on any machine, from files pinned by checksum (server/scanning/tools/requirements).
FROM toolbox AS tools
COPY --from=app /app /app
COPY scripts/engines.ts scripts/
ENV VAR_DIR=/opt/plumbline
RUN ["node", "scripts/engines.ts", "sslyze", "wapiti"]

FROM toolbox AS worker
COPY --from=app /app /app
COPY --from=tools /opt/plumbline/tools /opt/plumbline/tools
RUN ["install", "-d", "-o", "65532", "-g", "65532", "/var/lib/plumbline"]
ENV NODE_ENV=production ROLE=worker HOST=0.0.0.0 VAR_DIR=/var/lib/plumbline METRICS_PORT=9464 \
    PRACTICE_TARGET=off ENGINES=off \
    SSLYZE_PATH=/opt/plumbline/tools/sslyze/bin/sslyze WAPITI_PATH=/opt/plumbline/tools/wapiti/bin/wapiti
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "scripts/healthy.ts"]
ENTRYPOINT ["node"]
CMD ["server/app/main.ts"]

FROM scratch AS server
COPY --from=system /system /
COPY --from=system --chown=65532:65532 /system/var/lib/plumbline /var/lib/plumbline
COPY --from=app /app /app
COPY --from=pages /app/dist /app/dist
WORKDIR /app
ENV PATH=/usr/local/bin NODE_ENV=production ROLE=api HOST=0.0.0.0 VAR_DIR=/var/lib/plumbline METRICS_PORT=9464 \
    PRACTICE_TARGET=off ENGINES=off
EXPOSE 8000
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "scripts/healthy.ts"]
ENTRYPOINT ["node"]
CMD ["server/app/main.ts"]
