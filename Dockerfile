# Runs `buybox serve` and `buybox worker`.
#
#   npm pack && docker build --tag buybox .                 from this folder
#   docker build --build-arg PACKAGE=buybox --tag buybox .  from npm

FROM node:24-bookworm-slim AS install
COPY package.json buybox-*.tgz /package/
ARG PACKAGE=/package/buybox-*.tgz
# The packages that Redis, the queue and OpenTelemetry need, and nothing for development.
RUN npm install --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund \
  ${PACKAGE} bullmq@6 ioredis@6 @opentelemetry/api@1

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
  BUYBOX_HOST=0.0.0.0 \
  BUYBOX_METRICS_HOST=0.0.0.0
COPY --from=install /app /app
# For a store in a file. With Redis, nothing is written.
RUN mkdir /data && chown 1000:1000 /data
WORKDIR /data
# As a number, so that Kubernetes can tell that it is not root.
USER 1000
EXPOSE 8787 9464
STOPSIGNAL SIGTERM
# A worker has BUYBOX_METRICS_PORT, a service does not.
HEALTHCHECK --interval=10s --timeout=8s --retries=5 \
  CMD ["node", "-e", "const { BUYBOX_METRICS_PORT, BUYBOX_PORT = 8787 } = process.env; fetch(`http://127.0.0.1:${BUYBOX_METRICS_PORT ?? BUYBOX_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/buybox/dist/bin.js"]
CMD ["serve"]
