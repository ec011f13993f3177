# The image of the service: Debian's C and C++ libraries, Node, the packages of others, the service with its pages, and nothing
# else: no shell, no package manager. packaging/image/build.sh makes all of it; `npm run test:packages` runs the same script.
ARG BUILDER=node:24-trixie-slim
FROM ${BUILDER} AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.npm packaging/image/build.sh /image

FROM scratch
COPY --from=build /image/system/ /
COPY --from=build /image/runtime/ /
COPY --from=build /image/dependencies/ /
COPY --from=build /image/application/ /
COPY --from=build --chown=65532:65532 /image/state/ /

# The C library's thresholds stay at their defaults if they are set. It would raise them by the first large buffer that is
# freed, and each of its arenas would keep up to twice that.
ENV PATH=/usr/local/bin \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    CITEWELL_HOST=0.0.0.0 \
    CITEWELL_DATA_DIR=/data
USER 65532:65532
# A file named .env in the volume is read, as in any folder that the service is started in.
WORKDIR /data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["citewell", "health"]
ENTRYPOINT ["citewell"]
CMD ["serve"]
