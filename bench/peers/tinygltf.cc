// The seconds that tinygltf takes for a GLB, the best of TIMES (3); the file is in the cache.
//
//     tinygltf FILE [TIMES]
#include <tiny_gltf.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    double least = 1e9;
    int times = argc > 2 ? std::atoi(argv[2]) : 3;
    for (int i = 0; i < times; i++) {
        tinygltf::TinyGLTF loader;
        tinygltf::Model model;
        std::string error, warning;
        auto start = std::chrono::steady_clock::now();
        if (!loader.LoadBinaryFromFile(&model, &error, &warning, argv[1]))
            return 1;
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        least = seconds.count() < least ? seconds.count() : least;
    }
    std::printf("%f\n", least);
    return 0;
}
