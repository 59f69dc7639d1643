# Builds on the machine's own platform for every platform, because nothing that the image takes from here depends on it.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The commit of the sources, for /version: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT
# The image holds the package of a release, without the programs of the embedded PostgreSQL: it uses a separate database.
RUN npm run release

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=build /app/dist/packages/mod-list-catalog/package.json ./
COPY --from=build /app/dist/packages/mod-list-catalog/LICENSE ./
COPY --from=build /app/dist/packages/mod-list-catalog/THIRD-PARTY-NOTICES.md ./
COPY --from=build /app/dist/packages/mod-list-catalog/node_modules ./node_modules
COPY --from=build /app/dist/packages/mod-list-catalog/prisma ./prisma
COPY --from=build /app/dist/packages/mod-list-catalog/dist ./dist
USER node
EXPOSE 3000
# bash opens the connection itself: a Node for each check would cost more than the check.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/3000 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ $status = 200 ]"]
CMD ["node", "dist/server.js"]
